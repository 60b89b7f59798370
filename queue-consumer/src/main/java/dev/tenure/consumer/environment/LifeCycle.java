package dev.tenure.consumer.environment;

import dev.tenure.consumer.ConsumerStatus.Phase;

/** A consumer's phase: NEW → RUNNING → STOPPING → STOPPED, and from any of them HALTED. */
public final class LifeCycle {
  private volatile Phase phase = Phase.NEW;

  public Phase phase() {
    return phase;
  }

  /** Moves on from exactly that phase; false when it is in another. */
  public synchronized boolean move(Phase from, Phase to) {
    boolean moved = phase == from;
    phase = moved ? to : phase;
    return moved;
  }

  public synchronized void halt() {
    phase = Phase.HALTED;
  }

  /** New work may be begun. */
  public boolean running() {
    return phase == Phase.RUNNING;
  }

  /** Nothing more may be done, not even ending what is in hand. */
  public boolean over() {
    Phase now = phase;
    return now == Phase.STOPPED || now == Phase.HALTED;
  }
}
