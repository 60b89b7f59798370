package dev.tenure.consumer;

import dev.tenure.consumer.top.TopTenants;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a consumer has done since it was built and what it has in hand. The numbers are read one
 * after the other, not at one instant.
 *
 * @param selectionFraction the part of a peek selected at a time, as it stands now
 * @param top the tenants with most items started, and with most waiting, local items left out
 * @param promises what tells whether the consumer keeps its promises
 */
public record ConsumerStatus(
    String id,
    Phase phase,
    Visits visits,
    Items items,
    Leases leases,
    Load load,
    double selectionFraction,
    TopTenants.Lists top,
    Promises promises) {

  /** Where a consumer is in its life. */
  public enum Phase {
    NEW,
    RUNNING,
    STOPPING,
    STOPPED,
    HALTED
  }

  /**
   * Visits to zones and what they met.
   *
   * @param peeks into top-level queues
   * @param visits begun
   * @param itemsTaken leased by visits, local items included
   * @param pointersCollected removed because their zones had been empty for long
   * @param conflictsReading visits that read that they came too late
   * @param conflictsCommitting visits whose commit lost
   * @param conflictsLocal local items that somebody else had taken
   * @param failed visits and peeks that ended in an error
   * @param unable visits to zones that this consumer cannot look into, for want of a schema or of
   *     newer metadata
   */
  public record Visits(
      long peeks,
      long visits,
      long itemsTaken,
      long pointersCollected,
      long conflictsReading,
      long conflictsCommitting,
      long conflictsLocal,
      long failed,
      long unable) {}

  /**
   * Items by what became of them.
   *
   * @param started handlers called, in-line retries not counted
   * @param completed completions committed
   * @param failed attempts failed, in-line retries not counted
   * @param requeued given back after a failed attempt
   * @param snoozed given back because the handler said so
   * @param released given back because they could not be run soon, or the consumer stopped
   * @param discarded removed without being done
   * @param deadLettered set aside after failing
   * @param parked set aside because they could not be read
   * @param gone found to have been removed by somebody else
   */
  public record Items(
      long started,
      long completed,
      long failed,
      long requeued,
      long snoozed,
      long released,
      long discarded,
      long deadLettered,
      long parked,
      long gone) {}

  /**
   * Leases on items.
   *
   * @param extended how often
   * @param lost in hand, and then held by nobody or somebody else
   */
  public record Leases(long extended, long lost) {}

  /**
   * What is in hand now.
   *
   * @param pointers being visited
   * @param items leased and not ended
   * @param running items whose handlers run
   * @param ending items whose end is about to be committed
   * @param sequentialShards shards this consumer scans in order
   * @param slots taken by items and by visits under way
   * @param permits of all types together, taken by items and by visits under way
   */
  public record Load(
      int pointers,
      int items,
      int running,
      int ending,
      int sequentialShards,
      int slots,
      int permits) {

    /** Without slots and permits. */
    public Load(int pointers, int items, int running, int ending, int sequentialShards) {
      this(pointers, items, running, ending, sequentialShards, 0, 0);
    }

    /** Whether nothing is in hand and every slot is back: for a consumer without work. */
    public boolean isAtRest() {
      return pointers == 0
          && items == 0
          && running == 0
          && ending == 0
          && slots == 0
          && permits == 0;
    }
  }

  /**
   * What tells whether a consumer keeps its promises (docs/operating-a-fleet.md).
   *
   * @param beginsWithin the documented bound within which an item begins that one live consumer can
   *     run: item lease + 6 s + twice the stated skew
   * @param longestAttempt the time since the handler of an item in hand was first called, of the
   *     item for which that is longest; zero without any
   * @param overrun by how much an item in hand has outlasted the time that its type's policy allows
   *     for a handler and its in-line retries, of the item for which that is longest; zero without
   *     any
   * @param clusters by name, in the deployment's order
   */
  public record Promises(
      Slots slots,
      Duration beginsWithin,
      Duration longestAttempt,
      Duration overrun,
      Map<String, ClusterAnswers> clusters) {
    public Promises {
      clusters = Collections.unmodifiableMap(new LinkedHashMap<>(clusters));
    }
  }

  /**
   * How many slots there are, and the managers that are busy; the others in use are in {@link
   * Load}.
   *
   * @param workers items run at a time
   * @param endings items whose end may be uncommitted before nothing more is leased
   * @param managers visits at a time
   * @param managersBusy visits under way, those to silent clusters left out
   */
  public record Slots(int workers, int endings, int managers, int managersBusy) {}

  /**
   * How a cluster answers this consumer.
   *
   * @param silent whether it has left a visit or a peek unanswered for two seconds, and has
   *     answered nothing since
   * @param refusing whether it refuses the ends of items, as when its disk is full
   * @param sinceHeartbeat the time since it last answered a heartbeat, or since the start; zero
   *     before the start
   * @param unreadApplications those of which this consumer could not open a store lately
   */
  public record ClusterAnswers(
      boolean silent, boolean refusing, Duration sinceHeartbeat, Set<String> unreadApplications) {
    public ClusterAnswers {
      unreadApplications = Collections.unmodifiableSortedSet(new TreeSet<>(unreadApplications));
    }
  }
}
