package dev.tenure.late;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Delivers each answer of the database below to its caller, with the delay that the seed decides.
 * Safe for use by many threads; futures are completed outside all monitors.
 *
 * <p>An answer is requested and its delay drawn ({@link #ask}). It arrives from below ({@link
 * #arrived}) and waits. Then it is delivered ({@link #deliver}), unless the cluster hangs or the
 * transaction has ended.
 */
final class AnswerDelivery {
  private final LateEnvironment environment;
  private final SeededDraws draws;
  private final Overtaking overtaking;
  private final Hang hang = new Hang();
  private final AnswerCounter counter = new AnswerCounter();

  AnswerDelivery(LateOptions options, LateEnvironment environment) {
    this.environment = environment;
    this.draws = new SeededDraws(options);
    this.overtaking = new Overtaking(this, options.delayMax().toNanos());
  }

  SeededDraws draws() {
    return draws;
  }

  AnswerCounter counter() {
    return counter;
  }

  long lastAsked() {
    return counter.lastAsked();
  }

  long nowMillis() {
    return environment.clock().millis();
  }

  <T extends @Nullable Object> Answer<T> ask(AnswerKind kind, UnderWay owner) {
    return new Answer<>(counter.ask(), kind, draws.lateness(), owner);
  }

  /** Registers an answer that was already requested from the database below. */
  <T extends @Nullable Object> CompletableFuture<T> pass(
      AnswerKind kind, UnderWay owner, CompletableFuture<T> below) {
    Answer<T> answer = ask(kind, owner);
    boolean isPunctual = answer.lateness.how() == Lateness.How.AT_ONCE;
    if (isPunctual && below.isDone() && !(kind.needsCluster() && hang.isHung())) {
      counter.delivered(answer.number);
      overtaking.delivered(answer.number);
      return below;
    }
    owner.add(answer);
    follow(answer, below);
    return answer.given;
  }

  /**
   * Delivers the result of the future below. If the caller cancels the answer, the future below is
   * cancelled.
   */
  <T extends @Nullable Object> void follow(Answer<T> answer, CompletableFuture<T> below) {
    var unusedCancellation =
        answer.given.whenComplete(
            (value, failure) -> {
              if (answer.given.isCancelled()) {
                answer.owner.forget(answer);
                below.cancel(true);
              }
            });
    var unusedArrival = below.whenComplete((value, failure) -> arrived(answer, value, failure));
  }

  <T extends @Nullable Object> void arrived(
      Answer<T> answer, @Nullable T value, @Nullable Throwable failure) {
    answer.arrive(value, failure);
    Executor executor = answer.owner.executor();
    switch (answer.lateness.how()) {
      case AT_ONCE, WITHHELD -> deliver(answer);
      case DELAYED -> {
        counter.delayed();
        after(answer.lateness.nanos(), executor, () -> deliver(answer));
      }
      case OVERTAKEN -> overtaking.add(answer);
    }
  }

  /**
   * Completes the caller's future. Withholds the answer while the cluster hangs, and drops it when
   * the transaction has ended.
   */
  void deliver(Answer<?> answer) {
    if (isKeptBack(answer)) {
      return;
    }
    if (answer.owner.take(answer)) {
      counter.delivered(answer.number);
      answer.complete();
    }
    overtaking.delivered(answer.number);
  }

  /**
   * Withholds the answer, or the commit that is to be sent, until the release. Returns whether it
   * did.
   */
  boolean isKeptBack(Answer<?> answer) {
    boolean kept = hang.keeps(answer);
    if (kept) {
      counter.withheld();
    }
    return kept;
  }

  void hang(long first, boolean onlyCommits) {
    hang.begin(first, onlyCommits);
  }

  /**
   * Ends the hang. Withheld answers are delivered, withheld requests are sent, and withheld commits
   * may be answered with 1021.
   */
  void release() {
    for (Answer<?> answer : hang.end()) {
      Runnable action = answer.release();
      Runnable delivery = action == null ? () -> deliverReleased(answer) : action;
      hand(answer.owner.executor(), delivery);
    }
  }

  private void deliverReleased(Answer<?> answer) {
    if (answer.kind == AnswerKind.COMMIT && draws.isUnknownAfterwards()) {
      answer.arrive(null, ClientErrors.of(ClientErrors.COMMIT_UNKNOWN_RESULT));
    }
    deliver(answer);
  }

  /** Fails the withheld answers, because no release will follow. */
  void close() {
    List<Answer<?>> lost = hang.end();
    for (Answer<?> answer : lost) {
      hand(answer.owner.executor(), () -> answer.fail(ClientErrors.OPERATION_CANCELLED));
    }
  }

  /** Runs the work on an executor after a delay. */
  void after(long nanos, Executor executor, Runnable work) {
    if (nanos > 0 && schedule(nanos, () -> hand(executor, work)).isPresent()) {
      return;
    }
    hand(executor, work);
  }

  /** Runs the work on the timer's thread after a delay. Empty when the timer has been shut down. */
  Optional<ScheduledFuture<?>> schedule(long nanos, Runnable work) {
    try {
      return Optional.of(environment.timer().schedule(work, nanos, TimeUnit.NANOSECONDS));
    } catch (RejectedExecutionException shutDown) {
      return Optional.empty();
    }
  }

  /** Runs the work on an executor, or on the calling thread when the executor refuses it. */
  static void hand(Executor executor, Runnable work) {
    try {
      executor.execute(work);
    } catch (RejectedExecutionException refused) {
      work.run();
    }
  }
}
