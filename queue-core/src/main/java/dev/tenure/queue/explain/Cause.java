package dev.tenure.queue.explain;

import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One thing that stands in an item's way, or that nothing does. */
public sealed interface Cause {

  /**
   * It vests later.
   *
   * @param failed whether it waits because it failed before
   */
  record NotVested(Instant until, boolean failed) implements Cause {}

  /** A consumer holds it, and runs it unless that has died. */
  record Leased(String consumer, Instant until) implements Cause {}

  /**
   * Its last lease is over by wall time, but not by versions yet, so that a clock that is ahead
   * takes nothing from its holder.
   *
   * @param takeable when it may be taken over, as versions advance
   */
  record LeaseNotOver(String consumer, Instant until, Instant takeable) implements Cause {}

  /** Nothing is taken from its zone until that is resumed. */
  record Paused() implements Cause {}

  /**
   * No live consumer of the cluster has a handler for its type.
   *
   * @param liveTypes what live consumers run, by name; empty also when none is live
   * @param liveConsumers how many there are
   * @param lastAnnounced when a consumer that is remembered last said that it runs the type
   */
  record NoConsumer(
      String type, List<String> liveTypes, int liveConsumers, Optional<Instant> lastAnnounced)
      implements Cause {

    public NoConsumer {
      liveTypes = List.copyOf(liveTypes);
    }
  }

  /**
   * Live consumers of the cluster run its type, and none of them reads payloads of its schema
   * version.
   *
   * @param schemaVersion of its payload
   * @param newestRead the highest schema version that one of them reads
   * @param consumers their ids
   * @param lastAnnounced when a consumer that is remembered last said that it reads the version
   */
  record VersionUnread(
      String type,
      int schemaVersion,
      int newestRead,
      List<String> consumers,
      Optional<Instant> lastAnnounced)
      implements Cause {

    public VersionUnread {
      consumers = List.copyOf(consumers);
    }
  }

  /**
   * Each live consumer that runs its type at its schema version had as many running as it may, at
   * its last heartbeat.
   *
   * @param consumers their ids
   * @param heardAt the oldest of these heartbeats
   */
  record Throttled(String type, List<String> consumers, Instant heardAt) implements Cause {

    public Throttled {
      consumers = List.copyOf(consumers);
    }
  }

  /**
   * An item before it in its group has not ended.
   *
   * @param head the item that holds the group up
   */
  record GroupBlocked(String group, String head) implements Cause {}

  /**
   * Consumers look into the zone later than the item could run.
   *
   * @param until when they do: the pointer's vesting time, or a nudge's when that is earlier
   * @param asleep whether the pointer may sleep, and producers leave nudges
   * @param failedVisits how many visits in a row could not look into the zone
   * @param tooLate whether that is later than the pointer protocol allows even after the longest
   *     rest that an obstacle may give: a defect
   */
  record PointerLater(Instant until, boolean asleep, int failedVisits, boolean tooLate)
      implements Cause {}

  /**
   * The zone has no pointer though it holds the item: a defect, no consumer will find it.
   *
   * @param existenceEntry whether there is an entry that says there were one
   */
  record PointerMissing(boolean existenceEntry) implements Cause {}

  /** It was set aside and runs again only when somebody redrives it. */
  record SetAside(DeadLetterKind kind, String reason, Instant at) implements Cause {}

  /** The zone has no such item: completed, cancelled, or never there; nothing is kept of those. */
  record Gone() implements Cause {}

  /** Nothing stands in its way: it is vested, and the next visit may take it. */
  record Nothing() implements Cause {}
}
