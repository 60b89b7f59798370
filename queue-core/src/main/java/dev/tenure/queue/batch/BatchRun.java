package dev.tenure.queue.batch;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one call: draws ids, divides the items into batches, and writes one batch after the
 * other. Not safe for use by several threads.
 */
final class BatchRun {
  private static final int DRAWN_ID_BYTES = 10;

  private final Iterator<NewItem> items;
  private final BatchOptions options;
  private final int keyBytes;
  private final RandomGenerator random;
  private final Function<List<NewItem>, CompletableFuture<List<EnqueueResult>>> write;

  private final List<ItemOutcome> outcomes = new ArrayList<>();
  private @Nullable Named next;
  private int transactions;
  private boolean stopped;

  /**
   * @param keyBytes the length of the prefix that the zone's keys have
   * @param write enqueues items in one transaction
   */
  BatchRun(
      Iterator<NewItem> items,
      BatchOptions options,
      int keyBytes,
      RandomGenerator random,
      Function<List<NewItem>, CompletableFuture<List<EnqueueResult>>> write) {
    this.items = items;
    this.options = options;
    this.keyBytes = keyBytes;
    this.random = random;
    this.write = write;
  }

  /**
   * An item with its id.
   *
   * @param drawn whether this call drew the id; an item that has it was then written by this call
   */
  private record Named(NewItem item, String id, boolean drawn) {}

  CompletableFuture<BatchReport> run() {
    return AsyncLoop.whileTrue(this::step)
        .thenApply(done -> new BatchReport(outcomes, transactions));
  }

  private CompletableFuture<Boolean> step() {
    List<Named> batch;
    try {
      batch = nextBatch();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    if (batch.isEmpty()) {
      return CompletableFuture.completedFuture(false);
    }
    if (stopped) {
      batch.forEach(each -> outcomes.add(new ItemOutcome.NotAttempted(each.id())));
      return CompletableFuture.completedFuture(true);
    }
    transactions++;
    return write
        .apply(batch.stream().map(Named::item).toList())
        .handle((results, error) -> note(batch, results, error));
  }

  private boolean note(
      List<Named> batch, @Nullable List<EnqueueResult> results, @Nullable Throwable error) {
    if (results == null) {
      Throwable why =
          error == null
              ? new IllegalStateException("the batch gave no results")
              : FdbErrorPredicates.unwrap(error);
      batch.forEach(each -> outcomes.add(new ItemOutcome.Failed(each.id(), why)));
      stopped = options.stopAtFailure();
      return true;
    }
    for (int i = 0; i < batch.size(); i++) {
      outcomes.add(outcome(batch.get(i), results.get(i)));
    }
    return true;
  }

  private static ItemOutcome outcome(Named item, EnqueueResult result) {
    return item.drawn() || !result.existed()
        ? new ItemOutcome.Enqueued(item.id())
        : new ItemOutcome.Existed(item.id(), result.status());
  }

  private List<Named> nextBatch() {
    List<Named> batch = new ArrayList<>();
    int bytes = 0;
    while (batch.size() < options.itemsMax()) {
      Named item = peek();
      if (item == null) {
        break;
      }
      bytes += item.item().transactionBytes(keyBytes);
      if (!batch.isEmpty() && bytes > options.bytesMax()) {
        break;
      }
      batch.add(item);
      next = null;
    }
    return batch;
  }

  private @Nullable Named peek() {
    if (next == null && items.hasNext()) {
      NewItem item = items.next();
      next =
          item.id()
              .map(id -> new Named(item, id, false))
              .orElseGet(
                  () -> {
                    String id = drawId();
                    return new Named(item.withId(id), id, true);
                  });
    }
    return next;
  }

  private String drawId() {
    byte[] bytes = new byte[DRAWN_ID_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
