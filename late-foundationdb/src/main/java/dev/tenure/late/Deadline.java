package dev.tenure.late;

import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * The timeout of a transaction over all its attempts, counted from its creation. It ends the
 * transaction even while the cluster hangs. Safe for use by many threads.
 */
final class Deadline {
  private final AnswerDelivery answers;
  private final long createdMillis;
  private UnderWay current;
  private boolean passed;
  private boolean finished;
  private @Nullable ScheduledFuture<?> timer;

  /**
   * @param timeoutMillis 0 for none
   */
  Deadline(AnswerDelivery answers, long timeoutMillis, UnderWay first) {
    this.answers = answers;
    this.createdMillis = answers.nowMillis();
    this.current = first;
    set(timeoutMillis);
  }

  /** Changes the timeout. If it has already passed, the transaction ends at once. */
  void set(long millis) {
    long left;
    synchronized (this) {
      stopTimer();
      if (millis == 0 || passed || finished) {
        return;
      }
      left = createdMillis + millis - answers.nowMillis();
    }
    if (left <= 0) {
      pass();
    } else {
      schedule(left * 1_000_000);
    }
  }

  private void schedule(long nanos) {
    var scheduled = answers.schedule(nanos, this::pass);
    synchronized (this) {
      timer = scheduled.orElse(null);
    }
  }

  private void pass() {
    UnderWay ending;
    synchronized (this) {
      if (passed || finished) {
        return;
      }
      passed = true;
      ending = current;
    }
    answers.counter().timedOut();
    ending.end(ClientErrors.TRANSACTION_TIMED_OUT);
  }

  synchronized boolean hasPassed() {
    return passed;
  }

  /** Applies the timeout to the next attempt from now on. */
  void moveTo(UnderWay next) {
    boolean isOver;
    synchronized (this) {
      current = next;
      isOver = passed;
    }
    if (isOver) {
      next.end(ClientErrors.TRANSACTION_TIMED_OUT);
    }
  }

  /** Ends the timeout, because the transaction was closed. */
  synchronized void finish() {
    finished = true;
    stopTimer();
  }

  private synchronized void stopTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }
}
