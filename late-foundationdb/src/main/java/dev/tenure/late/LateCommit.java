package dev.tenure.late;

import com.apple.foundationdb.Transaction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one commit. It waits for the reads that were requested before it, as FoundationDB's
 * client does, and perhaps for a drawn time more. Then it is sent, and its answer comes late.
 */
final class LateCommit {
  private final AnswerDelivery answers;
  private final UnderWay underWay;
  private final Transaction below;
  private final Answer<@Nullable Void> answer;
  private final boolean isAppliedWhileWithheld;
  private final long holdNanos;

  /**
   * @param writes whether the transaction writes, so that its commit is sent to the cluster
   */
  LateCommit(AnswerDelivery answers, UnderWay underWay, Transaction below, boolean writes) {
    this.answers = answers;
    this.underWay = underWay;
    this.below = below;
    this.answer = answers.ask(writes ? AnswerKind.COMMIT : AnswerKind.CLIENT, underWay);
    this.isAppliedWhileWithheld = !writes || answers.draws().isAppliedWhileWithheld();
    this.holdNanos = writes ? answers.draws().holdNanos() : 0;
  }

  CompletableFuture<Void> begin() {
    List<CompletableFuture<?>> reads = underWay.addCommit(answer);
    if (reads.isEmpty()) {
      hold();
    } else {
      var unused =
          CompletableFuture.allOf(reads.toArray(new CompletableFuture<?>[0]))
              .whenComplete((done, failure) -> hold());
    }
    return asGiven();
  }

  @SuppressWarnings("NullAway") // fdb-java's commits give a null as Void
  private CompletableFuture<Void> asGiven() {
    return answer.given;
  }

  private void hold() {
    if (holdNanos == 0) {
      send();
    } else {
      answers.counter().commitHeld();
      answers.after(holdNanos, underWay.executor(), this::send);
    }
  }

  private void send() {
    if (!isAppliedWhileWithheld) {
      answer.setReleasedBy(this::sendOrForget);
      if (answers.isKeptBack(answer)) {
        return;
      }
      answer.setReleasedBy(null);
    }
    sendNow();
  }

  private void sendNow() {
    if (answer.given.isDone() || !underWay.waitsFor(answer)) {
      return;
    }
    underWay.commitSent();
    try {
      answers.follow(answer, below.commit());
    } catch (RuntimeException closedMeanwhile) {
      answers.arrived(answer, null, closedMeanwhile);
    }
  }

  private void sendOrForget() {
    if (answers.draws().isUnknownAfterwards()) {
      answer.arrive(null, ClientErrors.of(ClientErrors.COMMIT_UNKNOWN_RESULT));
      answers.deliver(answer);
    } else {
      sendNow();
    }
  }
}
