package dev.tenure.queue.batch;

import dev.tenure.queue.QueueLimits;

/**
 * How items are split into transactions.
 *
 * @param itemsMax in one transaction, 1 to 1,000
 * @param bytesMax bodies and keys in one transaction ({@link
 *     dev.tenure.queue.NewItem#transactionBytes}), 1 to {@link QueueLimits#BATCH_BYTES_MAX}; a
 *     larger item has one of its own
 * @param stopAtFailure whether nothing is attempted after a transaction that failed
 */
public record BatchOptions(int itemsMax, int bytesMax, boolean stopAtFailure) {

  public BatchOptions {
    QueueLimits.checkBetween("itemsMax", itemsMax, 1, QueueLimits.BATCH_ITEMS_MAX);
    QueueLimits.checkBetween("bytesMax", bytesMax, 1, QueueLimits.BATCH_BYTES_MAX);
  }

  /** 200 items, 1,000,000 bytes; later transactions are attempted whatever became of one. */
  public static BatchOptions defaults() {
    return new BatchOptions(200, 1_000_000, false);
  }

  public BatchOptions withItemsMax(int items) {
    return new BatchOptions(items, bytesMax, stopAtFailure);
  }

  public BatchOptions withBytesMax(int bytes) {
    return new BatchOptions(itemsMax, bytes, stopAtFailure);
  }

  public BatchOptions withStopAtFailure(boolean stop) {
    return new BatchOptions(itemsMax, bytesMax, stop);
  }
}
