package dev.tenure.record;

import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Gives the next commits the faults that were planted, in order, and keeps the last commit. */
public final class PlantedFaults implements FaultInjector {
  private final Queue<CommitFault> faults = new ConcurrentLinkedQueue<>();
  private final Queue<Duration> delays = new ConcurrentLinkedQueue<>();
  private volatile @Nullable CommitRequest last;

  public void plant(CommitFault fault) {
    faults.add(fault);
  }

  /** Holds back the next commit that is not held back yet. */
  public void delay(Duration delay) {
    delays.add(delay);
  }

  public boolean isUsedUp() {
    return faults.isEmpty();
  }

  /** The last transaction that was committed, or tried to. */
  public CommitRequest lastCommit() {
    return Objects.requireNonNull(last, "no transaction has committed");
  }

  @Override
  public CommitFault beforeCommit(CommitRequest request) {
    last = request;
    CommitFault fault = faults.poll();
    return fault == null ? CommitFault.NONE : fault;
  }

  @Override
  public Duration commitDelay() {
    Duration delay = delays.poll();
    return delay == null ? Duration.ZERO : delay;
  }
}
