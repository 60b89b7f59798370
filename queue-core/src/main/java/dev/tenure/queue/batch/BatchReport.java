package dev.tenure.queue.batch;

import java.util.List;

/**
 * The result of a batch.
 *
 * @param outcomes one outcome for each item, in the order of the items
 * @param transactions the number of attempted transactions; retries of one transaction do not count
 */
public record BatchReport(List<ItemOutcome> outcomes, int transactions) {

  public BatchReport {
    outcomes = List.copyOf(outcomes);
  }

  public long enqueued() {
    return count(ItemOutcome.Enqueued.class);
  }

  public long existed() {
    return count(ItemOutcome.Existed.class);
  }

  public long failed() {
    return count(ItemOutcome.Failed.class);
  }

  public long notAttempted() {
    return count(ItemOutcome.NotAttempted.class);
  }

  private long count(Class<? extends ItemOutcome> kind) {
    return outcomes.stream().filter(kind::isInstance).count();
  }
}
