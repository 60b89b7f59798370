package dev.tenure.queue.batch;

import dev.tenure.queue.QueueLimits;

/**
 * The options by which items are divided into transactions. A larger transaction costs fewer
 * commits; it conflicts and fails with more items at once.
 *
 * @param itemsMax the most items in one transaction; 1 to 1,000, default 200. Lower it where items
 *     with given ids are enqueued by several processes at once
 * @param bytesMax the most bytes of bodies and keys in one transaction ({@link
 *     dev.tenure.queue.NewItem#transactionBytes}); 1 to {@link QueueLimits#BATCH_BYTES_MAX},
 *     default 1,000,000. An item that is larger has a transaction of its own
 * @param stopAtFailure whether the items after a failed transaction are left out; default false.
 *     Set it where an item makes sense only after those before it
 */
public record BatchOptions(int itemsMax, int bytesMax, boolean stopAtFailure) {

  public BatchOptions {
    QueueLimits.checkBetween("itemsMax", itemsMax, 1, QueueLimits.BATCH_ITEMS_MAX);
    QueueLimits.checkBetween("bytesMax", bytesMax, 1, QueueLimits.BATCH_BYTES_MAX);
  }

  /** The default options; the parameters of the record give each value. */
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
