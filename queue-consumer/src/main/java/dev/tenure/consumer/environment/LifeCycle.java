package dev.tenure.consumer.environment;

import dev.tenure.consumer.ConsumerStatus.Phase;

/** A consumer's phase: NEW → RUNNING → STOPPING → STOPPED, and from any of them HALTED. */
public final class LifeCycle {
  private volatile Phase phase = Phase.NEW;

  public Phase phase() {
    return phase;
  }

  /**
   * Moves from one phase to another. Returns false, and changes nothing, when the consumer is not
   * in phase {@code from}.
   */
  public synchronized boolean move(Phase from, Phase to) {
    boolean moved = phase == from;
    phase = moved ? to : phase;
    return moved;
  }

  public synchronized void halt() {
    phase = Phase.HALTED;
  }

  /** Whether new work may begin. */
  public boolean running() {
    return phase == Phase.RUNNING;
  }

  /** Whether the consumer has ended and may not even end the in-flight items. */
  public boolean over() {
    Phase now = phase;
    return now == Phase.STOPPED || now == Phase.HALTED;
  }
}
