package dev.tenure.examples.classscheduling;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import com.google.protobuf.Message;
import dev.tenure.examples.classscheduling.proto.Attendance;
import dev.tenure.examples.classscheduling.proto.Mail;
import dev.tenure.examples.classscheduling.proto.Mailbox;
import dev.tenure.examples.classscheduling.proto.SchoolClass;
import dev.tenure.examples.classscheduling.proto.Waiting;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/**
 * The content of the school's store, read in one transaction, and checks of the rules.
 *
 * @param recorded the mails that are recorded as sent
 * @param itemsLeft the number of items in the zones
 * @param deadLetters the number of dead letters in the zones
 */
record SchoolAudit(
    List<SchoolClass> classes,
    List<Attendance> attendances,
    List<Waiting> waiting,
    List<Mailbox> mailboxes,
    List<Mail> recorded,
    long itemsLeft,
    long deadLetters) {

  static CompletableFuture<SchoolAudit> read(TenantTransaction tx) {
    var classes = all(tx, SchoolClass.class);
    var attendances = all(tx, Attendance.class);
    var waiting = all(tx, Waiting.class);
    var mailboxes = all(tx, Mailbox.class);
    var recorded = all(tx, Mail.class);
    var itemsLeft = ConsumerFleet.itemsIn(tx);
    var dead =
        tx.zone(ClassSchema.SEATS_ZONE)
            .countDeadLettersByType()
            .thenCombine(
                tx.zone(ClassSchema.MAIL_ZONE).countDeadLettersByType(),
                (seats, mails) -> (long) seats.size() + mails.size());
    return CompletableFuture.allOf(
            classes, attendances, waiting, mailboxes, recorded, itemsLeft, dead)
        .thenApply(
            read ->
                new SchoolAudit(
                    classes.join(),
                    attendances.join(),
                    waiting.join(),
                    mailboxes.join(),
                    recorded.join(),
                    itemsLeft.join(),
                    dead.join()));
  }

  private static <M extends Message> CompletableFuture<List<M>> all(
      TenantTransaction tx, Class<M> type) {
    return tx.store()
        .scan(type.getSimpleName(), TupleRange.all(), Continuation.START, ScanOptions.defaults())
        .map(record -> record.message(type))
        .asList();
  }

  /** The number of free seats. */
  long seatsLeft() {
    return classes.stream().mapToLong(SchoolClass::getSeatsLeft).sum();
  }

  /** The number of students in the fullest class. */
  long mostTaken() {
    return most(counts(attendances.stream().map(Attendance::getClassName).toList()));
  }

  /** The number of classes of the busiest student. */
  long mostClasses() {
    return most(counts(attendances.stream().map(Attendance::getStudent).toList()));
  }

  /** The number of mails that were enqueued. */
  long mails() {
    return mailboxes.stream().mapToLong(Mailbox::getMails).sum();
  }

  /**
   * The broken rules; empty when all rules are kept.
   *
   * @param seats the number of seats of each class
   * @param sent the mails that the mail server sent, in order
   */
  List<String> violations(long seats, List<Mail> sent) {
    List<String> broken = new ArrayList<>();
    if (itemsLeft + deadLetters > 0) {
      broken.add(itemsLeft + " items are left, types of dead letters: " + deadLetters);
    }
    if (mostClasses() > Seats.CLASSES_MAX) {
      broken.add("a student has " + mostClasses() + " classes");
    }
    addBrokenClasses(seats, broken);
    addBrokenMails("recorded", recorded, broken);
    addBrokenMails("sent", sent, broken);
    return broken;
  }

  private void addBrokenClasses(long seats, List<String> broken) {
    Map<String, Long> taken = counts(attendances.stream().map(Attendance::getClassName).toList());
    Map<String, Long> waits = counts(waiting.stream().map(Waiting::getClassName).toList());
    for (SchoolClass each : classes) {
      long has = taken.getOrDefault(each.getName(), 0L);
      if (each.getSeatsLeft() < 0 || each.getSeatsLeft() + has != seats) {
        broken.add(each.getName() + ": " + has + " taken, " + each.getSeatsLeft() + " left");
      }
      if (each.getSeatsLeft() > 0 && waits.containsKey(each.getName())) {
        broken.add(each.getName() + ": students wait though there are seats");
      }
    }
  }

  /** Each student's mails are those from 1 to the number enqueued, once each and in order. */
  private void addBrokenMails(String what, List<Mail> mails, List<String> broken) {
    Map<String, List<Long>> numbers =
        mails.stream().collect(groupingBy(Mail::getStudent, mapping(Mail::getNumber, toList())));
    for (Mailbox mailbox : mailboxes) {
      List<Long> expected = LongStream.rangeClosed(1, mailbox.getMails()).boxed().toList();
      List<Long> found = numbers.getOrDefault(mailbox.getStudent(), List.of());
      if (!found.equals(expected)) {
        broken.add(mailbox.getStudent() + ": " + what + " " + found + ", not " + expected);
      }
    }
  }

  private static Map<String, Long> counts(List<String> names) {
    return names.stream().collect(groupingBy(name -> name, counting()));
  }

  private static long most(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
