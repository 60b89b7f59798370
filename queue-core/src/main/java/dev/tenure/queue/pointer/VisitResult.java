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

  /**
   * Took nothing; the pointer vests at {@code next}, which is past when others may take what is
   * vested.
   *
   * @param confirmed whether every producer knows that the pointer may be asleep; if not, the zone
   *     must be looked into again within six seconds
   */
  record Idle(Instant next, boolean confirmed) implements VisitResult {}

  /** The zone had been empty for long, or its tenant is deleted: its pointer is gone. */
  record Collected() implements VisitResult {}

  /** Somebody visited meanwhile; nothing was changed. */
  record NotVested(Instant until) implements VisitResult {}

  /** There is no pointer; nudges that were left over are cleared. */
  record Gone() implements VisitResult {}

  /** Another visit committed first; nothing was changed. */
  record Conflict() implements VisitResult {}

  /**
   * This process cannot look into the zone, because it lacks the application's schema, newer
   * metadata, or whatever else others may have; nothing was changed.
   */
  record Unable(Throwable cause) implements VisitResult {}

  /**
   * Nobody can look into the zone, because its store is damaged or locked; its pointer rests until
   * {@code next}.
   */
  record Failed(Throwable cause, Instant next) implements VisitResult {}
}
