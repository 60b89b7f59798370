package dev.tenure.examples.classscheduling;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.EncodedPayload;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.tuple.TupleRange;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * The second release of the school's application. Against the first one it has an index of the
 * classes by their free seats, a new payload of {@code seat} items, and a new work type.
 */
final class SecondRelease {
  static final String BY_SEATS = "by-seats";

  /** What the payloads of the second version begin with, and those of the first do not. */
  static final String FREED = "freed:";

  /** The payload tells what has become of the seat. */
  static final WorkType<String> SEAT =
      ClassSchema.SEAT.withSchemaVersion(2).withUpgrader(1, SecondRelease::upgraded);

  /** Tells a student how many classes they have. The payload is the name of the student. */
  static final WorkType<String> STATEMENT = WorkType.of("statement", PayloadCodecs.text());

  private static final String STATEMENT_ENDS = " classes are yours";

  private SecondRelease() {}

  static RecordMetaData metaData() {
    return ClassSchema.metaData().toBuilder()
        .index("SchoolClass", Index.value(BY_SEATS, field("seats_left")))
        .build();
  }

  private static EncodedPayload upgraded(EncodedPayload older) {
    String className = new String(older.bytes(), StandardCharsets.UTF_8);
    return new EncodedPayload(
        older.contentType(), (FREED + className).getBytes(StandardCharsets.UTF_8));
  }

  static CompletableFuture<Outcome> seat(String payload) {
    if (!payload.startsWith(FREED)) {
      throw new IllegalStateException("the payload was not upgraded: " + payload);
    }
    String className = payload.substring(FREED.length());
    return CompletableFuture.completedFuture(
        Outcome.done(tx -> Enrolment.in(tx).seatFirst(className)));
  }

  static CompletableFuture<Outcome> statement(String student) {
    return CompletableFuture.completedFuture(
        Outcome.done(
            tx ->
                Seats.in(tx)
                    .classesOf(student)
                    .thenCompose(
                        classes -> new Post(tx).tell(student, classes.size() + STATEMENT_ENDS))));
  }

  static boolean isStatement(String mail) {
    return mail.endsWith(STATEMENT_ENDS);
  }

  /** As {@link Enrolment#drop}; the seat becomes an item of the second version in any case. */
  static CompletableFuture<Boolean> drop(TenantTransaction tx, String student, String className) {
    Enrolment enrolment = Enrolment.in(tx);
    NewItem freed = NewItem.of(SEAT, FREED + className).withGroup(className);
    return enrolment
        .standing(student, className)
        .thenCompose(
            standing ->
                standing == Standing.SEATED
                    ? Seats.in(tx)
                        .leave(student, className)
                        .thenCompose(left -> tx.zone(ClassSchema.SEATS_ZONE).enqueue(freed))
                        .thenCompose(enqueued -> new Post(tx).tell(student, "Left " + className))
                        .thenApply(told -> true)
                    : enrolment.drop(student, className));
  }

  static CompletableFuture<Void> askForStatement(TenantTransaction tx, String student) {
    return tx.zone(ClassSchema.MAIL_ZONE)
        .enqueue(NewItem.of(STATEMENT, student))
        .thenAccept(enqueued -> {});
  }

  /** The number of classes with so many free seats, by the index. */
  static CompletableFuture<Long> classesWith(TenantTransaction tx, long seats) {
    return tx.store()
        .scanIndex(
            BY_SEATS,
            TupleRange.prefix(Tuple.from(seats)),
            Continuation.START,
            ScanOptions.defaults())
        .asList()
        .thenApply(found -> (long) found.size());
  }
}
