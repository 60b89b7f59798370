package dev.tenure.queue.pointer;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how often this process took each transition of the pointer protocol. Transitions count
 * before their transaction commits, so that a retried transaction counts again. Thread-safe.
 */
public final class PointerMeters {
  private final LongAdder created = new LongAdder();
  private final LongAdder nudged = new LongAdder();
  private final LongAdder slept = new LongAdder();
  private final LongAdder confirmed = new LongAdder();
  private final LongAdder collected = new LongAdder();
  private final LongAdder visitConflicts = new LongAdder();
  private final LongAdder lateNudges = new LongAdder();

  PointerMeters() {}

  /** The values of all counters. */
  public record Reading(
      long created,
      long nudged,
      long slept,
      long confirmed,
      long collected,
      long visitConflicts,
      long lateNudges) {}

  public Reading read() {
    return new Reading(
        created.sum(),
        nudged.sum(),
        slept.sum(),
        confirmed.sum(),
        collected.sum(),
        visitConflicts.sum(),
        lateNudges.sum());
  }

  void created() {
    created.increment();
  }

  void nudged() {
    nudged.increment();
  }

  void slept() {
    slept.increment();
  }

  void confirmed() {
    confirmed.increment();
  }

  void collected() {
    collected.increment();
  }

  void visitConflict() {
    visitConflicts.increment();
  }

  void lateNudge() {
    lateNudges.increment();
  }
}
