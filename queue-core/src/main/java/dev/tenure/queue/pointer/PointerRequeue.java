package dev.tenure.queue.pointer;

import dev.tenure.queue.Clocks;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.context.RecordContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Writes the state in which a visit leaves a pointer: awake, asleep, left to other consumers, or
 * deleted. Each method writes the pointer and its S together (docs/queue-protocol.md, "Visit").
 */
final class PointerRequeue {
  /** The longest sleep of a pointer before a second visit confirms that producers see its S. */
  static final Duration UNCONFIRMED_SLEEP_MAX = Duration.ofSeconds(6);

  /** Takes the place of the item's id in nudges of visits. */
  private static final String NUDGE = "left";

  private final PointerSpace space;
  private final Duration minInactive;
  private final SleepChecks sleepChecks;
  private final RecordContext context;
  private final PointerRef ref;
  private final Instant now;

  PointerRequeue(VisitSetup setup, RecordContext context, PointerRef ref) {
    this.space = setup.space();
    this.minInactive = setup.minInactive();
    this.sleepChecks = setup.sleepChecks();
    this.context = context;
    this.ref = ref;
    this.now = context.now();
  }

  /**
   * Requeues the pointer to now, by the slowest sound clock among the consumers. If a consumer
   * whose clock is ahead used its own clock, it would hide the zone from the others. Only this
   * method clears S.
   */
  Instant awake(FoundPointer found, QueueItem.Builder pointer) {
    if (found.entries().asleep()) {
      space.entries().awaken(context, ref);
    }
    Instant vesting = bySlowestClock();
    save(found, pointer, vesting);
    return vesting;
  }

  /**
   * Leaves the pointer to consumers that can take items which this one cannot. The pointer vests no
   * later than before. S is set, so that producers write nudges for items that this consumer can
   * take. When the pointer is in this state already, nothing is written.
   *
   * @param vested the time since which the zone has had vested items, as far as pointer and nudges
   *     show
   * @param until the time at which the next item vests. A nudge for it reaches the consumers that
   *     leave the zone alone now; {@link Instant#MAX} for no item
   * @param changed whether the visit writes the pointer in any case
   * @return the time at which the pointer vests
   */
  Instant left(
      FoundPointer found,
      QueueItem.Builder pointer,
      Instant vested,
      Instant until,
      boolean changed) {
    Instant vesting = earlier(vested, nowForAll());
    boolean stands = found.vesting().equals(vesting) && !found.isLeased();
    if (!found.entries().asleep()) {
      space.entries().sleep(context, ref, false);
      space.meters().slept();
    }
    if (changed || !stands || !found.entries().asleep()) {
      save(found, pointer, vesting);
    }
    if (!until.equals(Instant.MAX)) {
      space.nudges().write(context, ref, wholeSecond(until), NUDGE);
    }
    return vesting;
  }

  /**
   * The time now, or where clocks are disputed, by the slowest of them. A pointer that vests then
   * is vested for all consumers, whoever of them is right.
   */
  private Instant nowForAll() {
    return space.time().isDisputed() ? bySlowestClock() : now;
  }

  private Instant bySlowestClock() {
    return now.minus(space.time().lead());
  }

  /** The end of a pointer's lease that is granted now. */
  Instant leaseEnd(Duration lease) {
    return nowForAll().plus(lease);
  }

  /** The end of the time's second: several visits within a second write one nudge. */
  private static Instant wholeSecond(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
  }

  /**
   * Requeues the pointer to the given time and sets S. While a producer may not have seen S, the
   * pointer sleeps for at most six seconds. A pointer that vests before that time keeps its place:
   * if every nudged visit moved it, its shard would fill with deleted index entries.
   *
   * <p>Where clocks are disputed, no pointer sleeps for more than six seconds by the slowest clock:
   * a time in the future of this clock alone would hide the zone from the other consumers.
   *
   * @param lastLook whether an item may have been committed during the visit that no other check
   *     finds
   */
  Instant asleep(FoundPointer found, QueueItem.Builder pointer, Instant until, boolean lastLook) {
    Instant next = until;
    boolean slept = found.entries().asleep();
    if (isConfirmed(found)) {
      space.meters().confirmed();
    } else if (slept) {
      next = earlier(until, now.plus(UNCONFIRMED_SLEEP_MAX));
    } else {
      space.entries().sleep(context, ref, false);
      space.meters().slept();
      next = earlier(until, now.plus(firstSleep()));
    }
    if (space.time().isDisputed()) {
      next = earlier(next, nowForAll().plus(UNCONFIRMED_SLEEP_MAX));
    }
    Instant kept = keepsItsPlace(found, next) ? found.vesting() : next;
    save(found, pointer, kept);
    if (!slept && lastLook) {
      context.whenCommitted(() -> sleepChecks.add(ref, kept));
    }
    return kept;
  }

  /** Whether every producer that commits from now on has seen S, and therefore writes a nudge. */
  static boolean isConfirmed(FoundPointer found) {
    long windowBegin = found.version() - Clocks.COMMIT_WINDOW_VERSIONS;
    return found
        .entries()
        .sleep()
        .filter(sleep -> sleep.born() || sleep.committed() <= windowBegin)
        .isPresent();
  }

  private boolean keepsItsPlace(FoundPointer found, Instant next) {
    boolean sleeps = found.vesting().isAfter(now) || space.time().isDisputed();
    return !found.isLeased() && sleeps && found.vesting().isBefore(next);
  }

  /**
   * The first sleep of a pointer. It ends at the latest when the pointer of an empty zone may be
   * deleted.
   */
  private Duration firstSleep() {
    return minInactive.compareTo(UNCONFIRMED_SLEEP_MAX) < 0 ? minInactive : UNCONFIRMED_SLEEP_MAX;
  }

  /** {@link PointerVisit#freeStranded}, for a pointer whose lease ends long after by time. */
  ZoneOutcome freeStranded(FoundPointer found) {
    if (!found.lastsByVersion().isZero()) {
      return ZoneOutcome.ITEM_LEASED;
    }
    Instant freedAt = bySlowestClock();
    QueueItem freed = found.pointer().toBuilder().setVestingMillis(freedAt.toEpochMilli()).build();
    found.clusterStore().replace(found.record(), freed);
    space.signals().bump(context, ref, freedAt);
    return ZoneOutcome.DONE;
  }

  /** Deletes the pointer with E and S. */
  void remove(FoundPointer found) {
    found.clusterStore().delete(found.record());
    space.entries().remove(context, ref);
    space.meters().collected();
  }

  private static void save(FoundPointer found, QueueItem.Builder pointer, Instant vesting) {
    found
        .clusterStore()
        .replace(
            found.record(),
            pointer
                .setVestingMillis(vesting.toEpochMilli())
                .clearLeaseId()
                .clearLeaseVersion()
                .clearLeaseMillis()
                .build());
  }

  static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
