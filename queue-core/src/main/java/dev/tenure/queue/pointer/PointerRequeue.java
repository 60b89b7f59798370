package dev.tenure.queue.pointer;

import dev.tenure.queue.Clocks;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.RecordContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How a visit leaves a pointer: awake, asleep, to others, or not at all. Each method writes the
 * pointer and its S together (docs/queue-protocol.md, "Visit").
 */
final class PointerRequeue {
  /** How long a pointer may sleep before its S is confirmed, and a lost producer's item waits. */
  static final Duration UNCONFIRMED_SLEEP_MAX = Duration.ofSeconds(6);

  /** Stands where a nudge has its item's id. */
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
   * Requeues the pointer to now, by the slowest sound clock among the consumers: a consumer whose
   * clock is ahead would otherwise hide the zone from the others for as long as it is ahead. S is
   * cleared only here.
   */
  Instant awake(FoundPointer found, QueueItem.Builder pointer) {
    if (found.entries().asleep()) {
      space.entries().awaken(context, ref);
    }
    Instant vesting = now.minus(space.time().lead());
    save(found, pointer, vesting);
    return vesting;
  }

  /**
   * Leaves the pointer to consumers that can take what this one cannot. It vests no later than
   * before, and S is set, so that producers tell of what this consumer could take. Writes nothing
   * about the pointer when it stands so already.
   *
   * @param vested since when the zone has something vested, as far as pointer and nudges tell
   * @param until when something vests that consumers which leave the zone alone may take: they are
   *     nudged then; {@link Instant#MAX} for nothing
   * @param changed whether the visit has something to write in any case
   * @return when the pointer vests
   */
  Instant left(
      FoundPointer found,
      QueueItem.Builder pointer,
      Instant vested,
      Instant until,
      boolean changed) {
    Instant vesting = earlier(vested, now);
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

  /** So that the visits of a second leave one nudge. */
  private static Instant wholeSecond(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
  }

  /**
   * Requeues the pointer to the given time, or, while a producer may have missed S, to six seconds
   * from now at most; S is set when it is not there. A pointer that vests before that stays where
   * it is: one that nudges wake all the time would leave a trail of entries behind in its shard.
   *
   * @param lastLook whether something may have come meanwhile that nobody else will look for
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
    Instant kept = keepsItsPlace(found, next) ? found.vesting() : next;
    save(found, pointer, kept);
    if (!slept && lastLook) {
      context.whenCommitted(() -> sleepChecks.add(ref, kept));
    }
    return kept;
  }

  /** Whether no producer may have missed S: each that commits from now on leaves a nudge. */
  static boolean isConfirmed(FoundPointer found) {
    long windowBegin = found.version() - Clocks.COMMIT_WINDOW_VERSIONS;
    return found
        .entries()
        .sleep()
        .filter(sleep -> sleep.born() || sleep.committed() <= windowBegin)
        .isPresent();
  }

  private boolean keepsItsPlace(FoundPointer found, Instant next) {
    return !found.isLeased() && found.vesting().isAfter(now) && found.vesting().isBefore(next);
  }

  /** Not past the time at which an emptied zone may be collected. */
  private Duration firstSleep() {
    return minInactive.compareTo(UNCONFIRMED_SLEEP_MAX) < 0 ? minInactive : UNCONFIRMED_SLEEP_MAX;
  }

  /** Removes the pointer with E and S. */
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
            pointer.setVestingMillis(vesting.toEpochMilli()).clearLeaseId().build());
  }

  static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
