package dev.tenure.consumer;

import dev.tenure.queue.Clocks;
import dev.tenure.queue.QueueLimits;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The options of a consumer. Immutable; every value is checked when it is set.
 *
 * @param id names this consumer among all that are live: 1 to 64 bytes, unique
 * @param selection the part of the peeked pointers taken at a time
 * @param peekMax the most pointers read in one peek, 1 to 20,000
 * @param selectionMax the most pointers taken at a time, 1 to 20,000
 * @param dequeueMax the most items leased in one visit to a zone while other zones wait, 1 to
 *     1,000. While items are short, the number of items started here in 5 ms counts instead if it
 *     is larger, up to {@code dequeueMaxAlone}
 * @param dequeueMaxAlone the most items that any visit leases. While no other zone waits, visits to
 *     a zone double up to it. At least {@code dequeueMax}; with an equal value visits do not grow
 * @param dequeueBytesMax the most bytes of bodies leased in one visit, 1 to 5,000,000; one item is
 *     always taken
 * @param itemLease the duration of a lease, 100 ms to 12 h; a lease is extended half-way through
 * @param managers the most visits at a time, 1 to 1,000
 * @param workers the most items that run at a time, 1 to 10,000
 * @param pollInterval the time after which an idle consumer polls a shard without having been
 *     woken, 10 ms to 1 h. With more than four live consumers each polls less often, so that the
 *     fleet polls as often as four would
 * @param heartbeat the time between two heartbeats, 100 ms to 10 s
 * @param tuning options that are rarely changed
 */
public record ConsumerOptions(
    String id,
    Selection selection,
    int peekMax,
    int selectionMax,
    int dequeueMax,
    int dequeueMaxAlone,
    long dequeueBytesMax,
    Duration itemLease,
    int managers,
    int workers,
    Duration pollInterval,
    Duration heartbeat,
    Tuning tuning) {
  /** Half of the size limit of a FoundationDB transaction, in bytes. */
  private static final long DEQUEUE_BYTES_LIMIT = 5_000_000;

  /** The longest sleep of a pointer before every producer knows of it. */
  private static final Duration UNCONFIRMED_SLEEP = Duration.ofSeconds(6);

  public ConsumerOptions {
    QueueLimits.checkName("consumer id", id, QueueLimits.APPLICATION_BYTES_MAX);
    QueueLimits.checkBetween("peekMax", peekMax, 1, QueueLimits.PEEK_ITEMS_MAX);
    QueueLimits.checkBetween("selectionMax", selectionMax, 1, QueueLimits.PEEK_ITEMS_MAX);
    QueueLimits.checkBetween("dequeueMax", dequeueMax, 1, QueueLimits.DEQUEUE_ITEMS_MAX);
    QueueLimits.checkBetween(
        "dequeueMaxAlone", dequeueMaxAlone, dequeueMax, QueueLimits.DEQUEUE_ITEMS_MAX);
    if (dequeueBytesMax < 1 || dequeueBytesMax > DEQUEUE_BYTES_LIMIT) {
      throw new IllegalArgumentException(
          "dequeueBytesMax is " + dequeueBytesMax + ", it must be 1 to " + DEQUEUE_BYTES_LIMIT);
    }
    QueueLimits.checkBetween("itemLease", itemLease, Duration.ofMillis(100), QueueLimits.LEASE_MAX);
    QueueLimits.checkBetween("managers", managers, 1, 1_000);
    QueueLimits.checkBetween("workers", workers, 1, 10_000);
    QueueLimits.checkBetween(
        "pollInterval", pollInterval, Duration.ofMillis(10), Duration.ofHours(1));
    QueueLimits.checkBetween(
        "heartbeat", heartbeat, Duration.ofMillis(100), Duration.ofSeconds(10));
  }

  /** The default options; they are the paper's values where the paper names one. */
  public static ConsumerOptions defaults(String id) {
    return new ConsumerOptions(
        id,
        new Selection.Fixed(0.02),
        20_000,
        2_000,
        8,
        128,
        1_000_000,
        Duration.ofSeconds(30),
        16,
        64,
        Duration.ofSeconds(5),
        Duration.ofSeconds(5),
        Tuning.defaults());
  }

  /**
   * The bound of docs/operating-a-fleet.md within which an item begins that one live consumer can
   * run: item lease + 6 s + twice the stated skew.
   */
  public Duration beginsWithin() {
    return itemLease.plus(UNCONFIRMED_SLEEP).plus(Clocks.STATED_SKEW.multipliedBy(2));
  }

  public ConsumerOptions withId(String newId) {
    return with(builder -> builder.id = newId);
  }

  public ConsumerOptions withSelection(Selection newSelection) {
    return with(builder -> builder.selection = newSelection);
  }

  public ConsumerOptions withPeekMax(int newPeekMax) {
    return with(builder -> builder.peekMax = newPeekMax);
  }

  public ConsumerOptions withSelectionMax(int newSelectionMax) {
    return with(builder -> builder.selectionMax = newSelectionMax);
  }

  public ConsumerOptions withDequeueMax(int newDequeueMax) {
    return with(builder -> builder.dequeueMax = newDequeueMax);
  }

  public ConsumerOptions withDequeueMaxAlone(int newDequeueMaxAlone) {
    return with(builder -> builder.dequeueMaxAlone = newDequeueMaxAlone);
  }

  public ConsumerOptions withDequeueBytesMax(long newDequeueBytesMax) {
    return with(builder -> builder.dequeueBytesMax = newDequeueBytesMax);
  }

  public ConsumerOptions withItemLease(Duration newItemLease) {
    return with(builder -> builder.itemLease = newItemLease);
  }

  public ConsumerOptions withManagers(int newManagers) {
    return with(builder -> builder.managers = newManagers);
  }

  public ConsumerOptions withWorkers(int newWorkers) {
    return with(builder -> builder.workers = newWorkers);
  }

  public ConsumerOptions withPollInterval(Duration newPollInterval) {
    return with(builder -> builder.pollInterval = newPollInterval);
  }

  public ConsumerOptions withHeartbeat(Duration newHeartbeat) {
    return with(builder -> builder.heartbeat = newHeartbeat);
  }

  public ConsumerOptions withTuning(Tuning newTuning) {
    return with(builder -> builder.tuning = newTuning);
  }

  /** As {@link #withSelection} with a fixed fraction. */
  public ConsumerOptions withSelectionFraction(double fraction) {
    return withSelection(new Selection.Fixed(fraction));
  }

  private ConsumerOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /** The values of options while some of them are changed. */
  private static final class Builder {
    private String id;
    private Selection selection;
    private int peekMax;
    private int selectionMax;
    private int dequeueMax;
    private int dequeueMaxAlone;
    private long dequeueBytesMax;
    private Duration itemLease;
    private int managers;
    private int workers;
    private Duration pollInterval;
    private Duration heartbeat;
    private Tuning tuning;

    Builder(ConsumerOptions from) {
      id = from.id;
      selection = from.selection;
      peekMax = from.peekMax;
      selectionMax = from.selectionMax;
      dequeueMax = from.dequeueMax;
      dequeueMaxAlone = from.dequeueMaxAlone;
      dequeueBytesMax = from.dequeueBytesMax;
      itemLease = from.itemLease;
      managers = from.managers;
      workers = from.workers;
      pollInterval = from.pollInterval;
      heartbeat = from.heartbeat;
      tuning = from.tuning;
    }

    ConsumerOptions build() {
      return new ConsumerOptions(
          id,
          selection,
          peekMax,
          selectionMax,
          dequeueMax,
          dequeueMaxAlone,
          dequeueBytesMax,
          itemLease,
          managers,
          workers,
          pollInterval,
          heartbeat,
          tuning);
    }
  }
}
