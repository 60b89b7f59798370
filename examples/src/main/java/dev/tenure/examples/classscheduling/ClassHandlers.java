package dev.tenure.examples.classscheduling;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.WorkContext;
import dev.tenure.examples.classscheduling.proto.Mail;
import dev.tenure.record.store.SaveMode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The handlers of the school's work. */
record ClassHandlers(MailSender server) {

  Handlers handlers() {
    return Handlers.builder()
        .on(ClassSchema.SEAT, ClassHandlers::seat)
        .on(ClassSchema.MAIL, this::mail)
        .build();
  }

  static CompletionStage<Outcome> seat(String className, WorkContext context) {
    return CompletableFuture.completedFuture(
        Outcome.done(tx -> Enrolment.in(tx).seatFirst(className)));
  }

  CompletionStage<Outcome> mail(Mail mail, WorkContext context) {
    server.send(context.item().id(), mail);
    return CompletableFuture.completedFuture(
        Outcome.done(tx -> tx.store().save(mail, SaveMode.INSERT).thenAccept(saved -> {})));
  }
}
