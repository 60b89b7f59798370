package dev.tenure.consumer.end;

import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.record.database.RetryListener;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The errors of the failed attempts of one run. Thread-safe. */
final class RunRetries implements RetryListener {
  private volatile @Nullable Retry last;

  @Override
  public void retrying(Retry retry) {
    last = retry;
  }

  /**
   * The error of an attempt that was too old. The transaction is then not repeated, since it would
   * take as long again.
   */
  Optional<Throwable> tooOld() {
    Retry before = last;
    return before != null && DatabaseTrouble.of(before.error()) == DatabaseTrouble.TOO_OLD
        ? Optional.of(before.error())
        : Optional.empty();
  }

  /** Whether an attempt may have been applied although it failed. */
  boolean maybeCommitted() {
    Retry before = last;
    return before != null && before.maybeCommitted();
  }
}
