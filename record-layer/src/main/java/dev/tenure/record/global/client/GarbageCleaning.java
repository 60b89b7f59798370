package dev.tenure.record.global.client;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.protocol.Cleaner;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * Cleans index records that are suspected to be garbage, a few at a time. A cleaner that meets a
 * concurrent operation, or a shard that is down, leaves the record: a later read suspects it again.
 */
public final class GarbageCleaning {
  private final Function<IndexKey, CompletableFuture<Cleaner.Outcome>> cleaner;
  private final Executor executor;
  private final int cleanersMax;
  private final int suspectsMax;
  private final Set<IndexKey> suspects = new LinkedHashSet<>();
  private int running;
  private Counts counts = new Counts(0, 0, 0, 0);

  /**
   * The counts of suspects since the start of the client.
   *
   * @param cleaned index records that were garbage, and are deleted
   * @param left index records that were valid, absent or in use by another operation
   * @param failed index records left because a shard failed
   * @param dropped suspects that had no place in the queue
   */
  public record Counts(long cleaned, long left, long failed, long dropped) {}

  GarbageCleaning(
      Function<IndexKey, CompletableFuture<Cleaner.Outcome>> cleaner,
      Executor executor,
      GlobalIndexOptions options) {
    this.cleaner = cleaner;
    this.executor = executor;
    this.cleanersMax = options.cleanersMax();
    this.suspectsMax = options.suspectsMax();
  }

  /** Adds an index record to those that are cleaned. */
  void suspect(IndexKey key) {
    synchronized (suspects) {
      if (cleanersMax == 0 || suspects.size() >= suspectsMax) {
        counts = new Counts(counts.cleaned, counts.left, counts.failed, counts.dropped + 1);
      } else {
        suspects.add(key);
      }
      if (running >= cleanersMax) {
        return;
      }
      running++;
    }
    begin();
  }

  /** If the executor refuses the cleaner, its suspects wait for the next one. */
  private void begin() {
    try {
      executor.execute(this::cleanNext);
    } catch (RejectedExecutionException refused) {
      synchronized (suspects) {
        running--;
      }
    }
  }

  public Counts counts() {
    synchronized (suspects) {
      return counts;
    }
  }

  /** The number of suspects that wait. */
  public int waiting() {
    synchronized (suspects) {
      return suspects.size();
    }
  }

  private void cleanNext() {
    IndexKey key;
    synchronized (suspects) {
      if (suspects.isEmpty()) {
        running--;
        return;
      }
      key = suspects.iterator().next();
      suspects.remove(key);
    }
    var unused =
        AsyncLoop.begin(() -> cleaner.apply(key))
            .handle(
                (outcome, error) -> {
                  count(error == null && outcome == Cleaner.Outcome.CLEANED, error != null);
                  begin();
                  return null;
                });
  }

  private void count(boolean cleaned, boolean failed) {
    synchronized (suspects) {
      counts =
          new Counts(
              counts.cleaned + (cleaned ? 1 : 0),
              counts.left + (cleaned || failed ? 0 : 1),
              counts.failed + (failed ? 1 : 0),
              counts.dropped);
    }
  }
}
