package dev.tenure.consumer;

import dev.tenure.consumer.top.TopTenants;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The counters of a consumer since it was built, and its in-flight items and visits. The numbers
 * are read one after the other, not at one instant.
 *
 * @param selectionFraction the current part of a peek that is selected at a time
 * @param top the tenants with the most items started, and with the most waiting, without local
 *     items
 * @param promises the readings that show whether the consumer keeps its promises
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

  /** The phases of a consumer's life. */
  public enum Phase {
    NEW,
    RUNNING,
    STOPPING,
    STOPPED,
    HALTED
  }

  /**
   * Visits to zones and their results.
   *
   * @param peeks the number of peeks into top-level queues
   * @param visits the number of visits that have begun
   * @param itemsTaken the number of items leased by visits, including local items
   * @param pointersCollected the number of pointers deleted because their zones had been empty for
   *     long enough
   * @param conflictsReading the number of visits that read that another consumer was faster
   * @param conflictsCommitting the number of visits whose commit failed with a conflict
   * @param conflictsLocal the number of local items that another consumer had leased
   * @param failed the number of visits and peeks that ended in an error
   * @param unable the number of visits to zones whose stores this consumer cannot open, for lack of
   *     a schema or of newer metadata
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
   * The numbers of items by their ends.
   *
   * @param started handlers called, without in-line retries
   * @param completed completions committed
   * @param failed failed attempts, without in-line retries
   * @param requeued items given back after a failed attempt
   * @param snoozed items given back because the handler said so
   * @param released items given back because they could not be run soon, or the consumer stopped
   * @param discarded items removed without being done
   * @param deadLettered items set aside after a failure
   * @param parked items set aside because they could not be read
   * @param gone items that had been removed by another process
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
   * @param extended the number of extensions
   * @param lost the number of leases that were lost while the item was in flight
   */
  public record Leases(long extended, long lost) {}

  /**
   * The work in flight now.
   *
   * @param pointers that are being visited
   * @param items that are leased and have not ended
   * @param running items whose handlers run
   * @param ending items whose end is about to be committed
   * @param sequentialShards shards that this consumer scans in order
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

    /** A load without slots and permits. */
    public Load(int pointers, int items, int running, int ending, int sequentialShards) {
      this(pointers, items, running, ending, sequentialShards, 0, 0);
    }

    /**
     * Whether no item or visit is in flight and every slot is free, as it must be for a consumer
     * without work.
     */
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
   * The readings that show whether a consumer keeps its promises (docs/operating-a-fleet.md).
   *
   * @param beginsWithin the documented bound within which an item begins that one live consumer can
   *     run: item lease + 6 s + twice the stated skew
   * @param longestAttempt the longest time since the handler of an in-flight item was first called;
   *     zero without such an item
   * @param overrun the longest time by which an in-flight item exceeds the time that its type's
   *     policy allows for a handler and its in-line retries; zero without such an item
   * @param clusters the clusters by name, in the deployment's order
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
   * The numbers of slots, and of busy managers; {@link Load} has the other slots in use.
   *
   * @param workers the most items that run at a time
   * @param endings the most items whose ends are not committed; beyond it no item is leased
   * @param managers the most visits at a time
   * @param managersBusy visits under way, without those to silent clusters
   */
  public record Slots(int workers, int endings, int managers, int managersBusy) {}

  /**
   * The state of a cluster as this consumer sees it.
   *
   * @param silent whether the cluster has left a visit or a peek unanswered for two seconds, and
   *     has answered nothing since
   * @param refusing whether the cluster refuses the ends of items, as it does when its disk is full
   * @param sinceHeartbeat the time since the cluster last answered a heartbeat, or since the start;
   *     zero before the start
   * @param unreadApplications the applications of which this consumer could not open a store lately
   * @param unservedApplications the applications with waiting zones that no live consumer works for
   */
  public record ClusterAnswers(
      boolean silent,
      boolean refusing,
      Duration sinceHeartbeat,
      Set<String> unreadApplications,
      Set<String> unservedApplications) {
    public ClusterAnswers {
      unservedApplications = Collections.unmodifiableSortedSet(new TreeSet<>(unservedApplications));
      unreadApplications = Collections.unmodifiableSortedSet(new TreeSet<>(unreadApplications));
    }

    /** A cluster of which all applications are served. */
    public ClusterAnswers(
        boolean silent, boolean refusing, Duration sinceHeartbeat, Set<String> unreadApplications) {
      this(silent, refusing, sinceHeartbeat, unreadApplications, Set.of());
    }
  }
}
