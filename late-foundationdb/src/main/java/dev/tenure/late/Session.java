package dev.tenure.late;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The state that a transaction object shares with its views and iterators. */
record Session(AnswerDelivery answers, UnderWay underWay, Deadline deadline) {

  /**
   * The code with which an operation fails before it reaches the database below, or {@link
   * ClientErrors#NONE}.
   */
  int refusal() {
    return deadline.hasPassed() ? ClientErrors.TRANSACTION_TIMED_OUT : underWay.refusal();
  }

  <T extends @Nullable Object> CompletableFuture<T> read(Supplier<CompletableFuture<T>> call) {
    return ask(AnswerKind.READ, call);
  }

  <T extends @Nullable Object> CompletableFuture<T> ask(
      AnswerKind kind, Supplier<CompletableFuture<T>> call) {
    int refusal = refusal();
    return refusal == ClientErrors.NONE
        ? answers.pass(kind, underWay, call.get())
        : ClientErrors.failed(refusal);
  }

  /**
   * Carries out a call that reports no failure itself. Does nothing once the commit was requested.
   */
  void silently(Runnable call) {
    if (refusal() == ClientErrors.NONE) {
      call.run();
    }
  }
}
