package dev.tenure.consumer.batch;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.failure.ForeignErrors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Queues of writes, of which each transaction commits many. While a transaction of a queue is under
 * way, the writes of its next transaction collect. So a busy queue makes large batches, and an idle
 * queue does not wait. Thread-safe.
 *
 * @param <K> the key of a queue
 */
public final class Batches<K, W> {
  private final Environment environment;
  private final Committer<K, W> committer;
  private final Map<K, WriteQueue<W>> queues = new HashMap<>();

  /** Commits the writes of a queue. */
  public interface Committer<K, W> {

    /** The most writes in one transaction. */
    int batchMax(K key);

    /**
     * Commits the writes in one transaction and completes each with its result. Fails when no write
     * was committed, with {@link CulpritException} when it is known which write kept the others
     * from committing.
     */
    CompletableFuture<Void> commit(K key, List<W> batch);

    /** Whether parts of a batch that failed with this error may succeed; the future never fails. */
    CompletableFuture<Boolean> divides(K key, List<W> batch, Throwable error);

    /**
     * Takes a write that needs a separate transaction out of the queue; false when the queue
     * commits it.
     */
    boolean apart(K key, W write);

    /** Called for a write that cannot be committed even in a separate transaction. */
    void failed(W write, Throwable error);

    /**
     * Called for a write whose batch could not be committed, when dividing the batch would not
     * help.
     */
    void postponed(W write, Throwable error);
  }

  /** The waiting writes of one key; guarded by the {@link Batches}. */
  private static final class WriteQueue<W> {
    final Deque<W> waiting = new ArrayDeque<>();
    boolean flushing;

    List<W> next(int most) {
      List<W> batch = new ArrayList<>();
      while (!waiting.isEmpty() && batch.size() < most) {
        batch.add(waiting.remove());
      }
      return batch;
    }
  }

  public Batches(Environment environment, Committer<K, W> committer) {
    this.environment = environment;
    this.committer = committer;
  }

  public void add(K key, W write) {
    WriteQueue<W> queue;
    boolean begin;
    synchronized (this) {
      queue = queues.computeIfAbsent(key, absent -> new WriteQueue<>());
      queue.waiting.add(write);
      begin = !queue.flushing;
      queue.flushing = true;
    }
    if (begin) {
      environment.executor().execute(() -> flush(key, queue));
    }
  }

  private void flush(K key, WriteQueue<W> queue) {
    int most = committer.batchMax(key);
    List<W> batch;
    synchronized (this) {
      batch = queue.next(most);
      if (batch.isEmpty()) {
        queues.remove(key);
      }
    }
    if (!batch.isEmpty() && !environment.lifeCycle().over()) {
      environment.whenDone(
          commit(key, batch), environment.executor(), (done, error) -> flush(key, queue));
    }
  }

  /** Commits a batch, or those of its writes that can be committed, and completes each write. */
  private CompletableFuture<Void> commit(K key, List<W> batch) {
    return CompletableFuture.completedFuture(batch)
        .thenCompose(writes -> committer.commit(key, writes))
        .exceptionallyCompose(error -> separate(key, batch, ForeignErrors.unwrap(error)));
  }

  /**
   * Divides a batch that failed, so that writes which cannot be committed do not hold up the
   * others.
   */
  private CompletableFuture<Void> separate(K key, List<W> batch, Throwable error) {
    if (batch.size() == 1) {
      committer.failed(batch.get(0), error);
      return CompletableFuture.completedFuture(null);
    }
    if (error instanceof CulpritException culprit) {
      List<W> others = new ArrayList<>(batch);
      W guilty = others.remove(culprit.index());
      return part(key, others).thenCompose(done -> part(key, List.of(guilty)));
    }
    return committer
        .divides(key, batch, error)
        .thenCompose(divides -> divides ? halves(key, batch) : postponed(batch, error));
  }

  private CompletableFuture<Void> halves(K key, List<W> batch) {
    int half = batch.size() / 2;
    return part(key, batch.subList(0, half))
        .thenCompose(done -> part(key, batch.subList(half, batch.size())));
  }

  private CompletableFuture<Void> part(K key, List<W> part) {
    return part.size() == 1 && committer.apart(key, part.get(0))
        ? CompletableFuture.completedFuture(null)
        : commit(key, part);
  }

  private CompletableFuture<Void> postponed(List<W> batch, Throwable error) {
    batch.forEach(write -> committer.postponed(write, error));
    return CompletableFuture.completedFuture(null);
  }
}
