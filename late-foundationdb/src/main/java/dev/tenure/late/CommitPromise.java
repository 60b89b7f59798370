package dev.tenure.late;

import com.apple.foundationdb.FDBException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A watch or a versionstamp, whose result depends on a commit. It does not complete before the
 * caller can know that the commit succeeded. It fails when the caller learns that the commit
 * failed, or can no longer learn its result.
 */
final class CommitPromise<T extends @Nullable Object> {
  private final AnswerDelivery answers;
  private final Answer<T> answer;
  private final CompletableFuture<T> below;
  private final boolean isLost;

  private CommitPromise(
      AnswerDelivery answers, AnswerKind kind, UnderWay underWay, CompletableFuture<T> below) {
    this.answers = answers;
    this.answer = answers.ask(kind, underWay);
    this.below = below;
    this.isLost = kind == AnswerKind.WATCH && answers.draws().isWatchLost();
  }

  static <T extends @Nullable Object> CompletableFuture<T> of(
      AnswerDelivery answers, AnswerKind kind, UnderWay underWay, CompletableFuture<T> below) {
    CommitPromise<T> promise = new CommitPromise<>(answers, kind, underWay, below);
    promise.follow();
    return promise.answer.given;
  }

  private void follow() {
    CompletableFuture<@Nullable Void> committed = answer.owner.committed();
    var unusedCancellation =
        answer.given.whenComplete(
            (value, failure) -> {
              if (answer.given.isCancelled()) {
                below.cancel(true);
              }
            });
    var unusedArrival = below.whenComplete(this::answeredBelow);
    var unusedEnd =
        committed.whenComplete(
            (done, refusal) -> {
              if (refusal != null) {
                breakOff(ClientErrors.unwrap(refusal));
              }
            });
  }

  private void answeredBelow(T value, @Nullable Throwable failure) {
    UnderWay owner = answer.owner;
    boolean isFiredByOwnWrite = answer.kind == AnswerKind.WATCH && !owner.isCommitAsked();
    if (failure != null || isFiredByOwnWrite) {
      answers.arrived(answer, value, failure);
      return;
    }
    var unused =
        owner
            .committed()
            .whenComplete(
                (done, refusal) -> {
                  if (refusal == null) {
                    comeTrue(value);
                  }
                });
  }

  private void comeTrue(T value) {
    if (isLost) {
      answers.counter().watchLost();
    } else {
      answers.arrived(answer, value, null);
    }
  }

  private void breakOff(Throwable refusal) {
    if (!answer.given.isDone()) {
      answer.given.completeExceptionally(seenAs(refusal));
      below.cancel(true);
    }
  }

  /** The error that the caller gets in place of the commit's error. */
  private Throwable seenAs(Throwable refusal) {
    int code = ClientErrors.codeOf(refusal);
    if (answer.kind == AnswerKind.WATCH) {
      return code == ClientErrors.BROKEN_PROMISE
          ? ClientErrors.of(ClientErrors.TRANSACTION_CANCELLED)
          : refusal;
    }
    boolean isEnd =
        code == ClientErrors.BROKEN_PROMISE
            || code == ClientErrors.TRANSACTION_CANCELLED
            || code == ClientErrors.TRANSACTION_TIMED_OUT;
    FDBException withoutVersion = ClientErrors.of(ClientErrors.TRANSACTION_INVALID_VERSION);
    return isEnd ? refusal : withoutVersion;
  }
}
