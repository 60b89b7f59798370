package dev.tenure.embedded.commit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Parks the commit thread until as many commits wait as the last group acknowledged, or until a
 * short time after that acknowledgement. A lone client never waits, because no further commit is
 * expected.
 */
public final class ParkingGroupPacer implements GroupPacer {
  /** Long enough for a woken client to begin and commit a small transaction. */
  public static final Duration PAUSE = Duration.ofNanos(60_000);

  private final LongSupplier nanoTime;
  private final long pauseNanos;
  private long deadline;
  private volatile int expected;
  private volatile @Nullable Thread parked;

  public ParkingGroupPacer(LongSupplier nanoTime, Duration pause) {
    this.nanoTime = nanoTime;
    this.pauseNanos = pause.toNanos();
  }

  @Override
  public void acknowledged(int count) {
    expected = count;
    deadline = nanoTime.getAsLong() + pauseNanos;
  }

  @Override
  public void arrived(int waiting) {
    Thread thread = parked;
    if (thread != null && waiting >= expected) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void awaitCompany(IntSupplier waiting) {
    if (waiting.getAsInt() >= expected) {
      return;
    }
    parked = Thread.currentThread();
    long left = deadline - nanoTime.getAsLong();
    while (left > 0 && waiting.getAsInt() < expected) {
      LockSupport.parkNanos(this, left);
      left = deadline - nanoTime.getAsLong();
    }
    parked = null;
  }

  @Override
  public boolean isLedByClients() {
    return true;
  }
}
