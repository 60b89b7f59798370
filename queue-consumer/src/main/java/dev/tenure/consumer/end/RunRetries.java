package dev.tenure.consumer.end;

import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.record.database.RetryListener;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the attempts of one run that have ended failed with. Thread-safe. */
final class RunRetries implements RetryListener {
  private volatile @Nullable Retry last;

  @Override
  public void retrying(Retry retry) {
    last = retry;
  }

  /** Why a transaction with effects is not to be repeated: it would be as old again. */
  Optional<Throwable> tooOld() {
    Retry before = last;
    return before != null && DatabaseTrouble.of(before.error()) == DatabaseTrouble.TOO_OLD
        ? Optional.of(before.error())
        : Optional.empty();
  }

  /** Whether an attempt may have been applied all the same. */
  boolean maybeCommitted() {
    Retry before = last;
    return before != null && before.maybeCommitted();
  }
}
