package dev.tenure.examples.classscheduling;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.classscheduling.proto.Mail;
import dev.tenure.examples.classscheduling.proto.Mailbox;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.TenantTransaction;
import java.util.concurrent.CompletableFuture;

/** Enqueues mails about a change, in the transaction of the change. */
record Post(TenantTransaction tx) {

  CompletableFuture<Void> tell(String student, String text) {
    return tx.store()
        .load("Mailbox", Tuple.from(student))
        .thenApply(
            found ->
                found
                    .map(stored -> stored.message(Mailbox.class))
                    .orElse(Mailbox.newBuilder().setStudent(student).build()))
        .thenCompose(before -> enqueue(before, text));
  }

  private CompletableFuture<Void> enqueue(Mailbox before, String text) {
    String student = before.getStudent();
    long number = before.getMails() + 1;
    Mail mail = Mail.newBuilder().setStudent(student).setNumber(number).setText(text).build();
    NewItem item =
        NewItem.of(ClassSchema.MAIL, mail).withId(student + "/" + number).withGroup(student);
    return tx.store()
        .save(before.toBuilder().setMails(number).build())
        .thenCompose(saved -> tx.zone(ClassSchema.MAIL_ZONE).enqueue(item))
        .thenAccept(enqueued -> {});
  }
}
