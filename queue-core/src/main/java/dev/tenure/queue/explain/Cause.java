package dev.tenure.queue.explain;

import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One reason why an item does not run now; {@link Nothing} when there is none. */
public sealed interface Cause {

  /**
   * The item vests later.
   *
   * @param failed whether it waits for its next attempt after a failure
   */
  record NotVested(Instant until, boolean failed) implements Cause {}

  /** A consumer holds a lease on the item, and runs it if it is alive. */
  record Leased(String consumer, Instant until) implements Cause {}

  /**
   * The last lease of the item has ended by wall time and not yet by version. No consumer may take
   * it over before both have passed, so that a fast clock takes nothing from a holder.
   *
   * @param takeable the expected time at which the lease ends by version
   */
  record LeaseNotOver(String consumer, Instant until, Instant takeable) implements Cause {}

  /** The zone is paused: no item is taken from it until it is resumed. */
  record Paused() implements Cause {}

  /** The tenant is suspended: no item of it begins until it is resumed. */
  record TenantSuspended() implements Cause {}

  /**
   * No live consumer of the cluster has a handler for the item's type.
   *
   * @param liveTypes the types that live consumers run, by name; empty when no consumer is live
   * @param liveConsumers the number of live consumers
   * @param lastAnnounced the time at which a consumer last announced the type, if it is remembered
   */
  record NoConsumer(
      String type, List<String> liveTypes, int liveConsumers, Optional<Instant> lastAnnounced)
      implements Cause {

    public NoConsumer {
      liveTypes = List.copyOf(liveTypes);
    }
  }

  /**
   * Live consumers run the item's type, and none of them reads the schema version of its payload.
   *
   * @param schemaVersion the version of the item's payload
   * @param newestRead the highest version that one of these consumers reads
   * @param consumers the ids of these consumers
   * @param lastAnnounced the time at which a consumer last announced the version, if it is
   *     remembered
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
   * At its last heartbeat, each live consumer that can run the item had the type at its concurrency
   * limit.
   *
   * @param consumers the ids of these consumers
   * @param heardAt the oldest of these heartbeats
   */
  record Throttled(String type, List<String> consumers, Instant heardAt) implements Cause {

    public Throttled {
      consumers = List.copyOf(consumers);
    }
  }

  /**
   * An earlier item of the group has not ended.
   *
   * @param head the item at the head of the group
   */
  record GroupBlocked(String group, String head) implements Cause {}

  /**
   * Consumers look into the zone later than the item could run.
   *
   * @param until the time at which they do: the vesting time of the pointer, or of a nudge if that
   *     is earlier
   * @param asleep whether the pointer may sleep, and producers leave nudges
   * @param failedVisits the number of visits in a row that could not read the zone
   * @param tooLate whether {@code until} is later than the pointer protocol allows, even after the
   *     longest rest that an obstacle can cause; this is a defect
   */
  record PointerLater(Instant until, boolean asleep, int failedVisits, boolean tooLate)
      implements Cause {}

  /**
   * The zone has no pointer, so that no consumer finds the item: a defect.
   *
   * @param existenceEntry whether the zone's existence entry claims that it has one
   */
  record PointerMissing(boolean existenceEntry) implements Cause {}

  /** The item is a dead letter, and runs again only when it is redriven. */
  record SetAside(DeadLetterKind kind, String reason, Instant at) implements Cause {}

  /** The zone has no such item: it was completed, cancelled or never enqueued. */
  record Gone() implements Cause {}

  /** There is no cause: the item is vested, and the next visit may take it. */
  record Nothing() implements Cause {}
}
