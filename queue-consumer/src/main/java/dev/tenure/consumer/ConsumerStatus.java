package dev.tenure.consumer;

import dev.tenure.consumer.top.TopTenants;

/**
 * What a consumer has done since it was built and what it has in hand. The numbers are read one
 * after the other, not at one instant.
 *
 * @param selectionFraction the part of a peek selected at a time, as it stands now
 * @param top the tenants with most items started, and with most waiting, local items left out
 */
public record ConsumerStatus(
    String id,
    Phase phase,
    Visits visits,
    Items items,
    Leases leases,
    Load load,
    double selectionFraction,
    TopTenants.Lists top) {

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
   */
  public record Visits(
      long peeks,
      long visits,
      long itemsTaken,
      long pointersCollected,
      long conflictsReading,
      long conflictsCommitting,
      long conflictsLocal,
      long failed) {}

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
   */
  public record Load(int pointers, int items, int running, int ending, int sequentialShards) {}
}
