package dev.tenure.queue.pointer;

import dev.tenure.queue.zone.LeasedItem;
import java.time.Instant;
import java.util.List;

/** What a visit to a zone did. */
public sealed interface VisitResult {

  /**
   * Leased items; the pointer vests at {@code next}.
   *
   * @param moreVested whether items that could be taken are left; then {@code next} is now
   */
  record Taken(List<LeasedItem> items, boolean moreVested, Instant next) implements VisitResult {}

  /** Took nothing; the pointer vests at {@code next}. */
  record Idle(Instant next) implements VisitResult {}

  /** The zone had been empty for long: its pointer is gone. */
  record Collected() implements VisitResult {}

  /** Somebody visited meanwhile; nothing was changed. */
  record NotVested(Instant until) implements VisitResult {}

  /** There is no pointer; nudges that were left over are cleared. */
  record Gone() implements VisitResult {}

  /** Another visit committed first; nothing was changed. */
  record Conflict() implements VisitResult {}

  /** The zone could not be looked into; its pointer rests until {@code next}. */
  record Failed(Throwable cause, Instant next) implements VisitResult {}
}
