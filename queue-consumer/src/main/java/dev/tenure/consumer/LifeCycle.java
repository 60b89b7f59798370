package dev.tenure.consumer;

import dev.tenure.consumer.ConsumerStatus.Phase;

/** A consumer's phase: NEW → RUNNING → STOPPING → STOPPED, and from any of them HALTED. */
final class LifeCycle {
  private volatile Phase phase = Phase.NEW;

  Phase phase() {
    return phase;
  }

  /** Moves on from exactly that phase; false when it is in another. */
  synchronized boolean move(Phase from, Phase to) {
    boolean moved = phase == from;
    phase = moved ? to : phase;
    return moved;
  }

  synchronized void halt() {
    phase = Phase.HALTED;
  }

  /** New work may be begun. */
  boolean running() {
    return phase == Phase.RUNNING;
  }

  /** Nothing more may be done, not even ending what is in hand. */
  boolean over() {
    Phase now = phase;
    return now == Phase.STOPPED || now == Phase.HALTED;
  }
}
