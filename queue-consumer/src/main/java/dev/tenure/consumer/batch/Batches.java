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
 * Writes about items that are committed many to a transaction, in queues. Each queue is
 * self-clocked: while one transaction is on its way the next one's writes collect, so a busy queue
 * batches and an idle one does not wait. Thread-safe.
 *
 * @param <K> what writes of one queue have in common
 */
public final class Batches<K, W> {
  private final Environment environment;
  private final Committer<K, W> committer;
  private final Map<K, WriteQueue<W>> queues = new HashMap<>();

  /** How the writes of a queue are committed. */
  public interface Committer<K, W> {

    /** The most writes in one transaction. */
    int batchMax(K key);

    /**
     * Commits them together, and tells each what became of it; fails when none was committed, with
     * {@link CulpritException} when one of them is known to stand in the way.
     */
    CompletableFuture<Void> commit(K key, List<W> batch);

    /** Whether parts of a batch that failed so may succeed; never fails. */
    CompletableFuture<Boolean> divides(K key, List<W> batch, Throwable error);

    /** Takes a write that is to be alone out of the queue; false when the queue is to commit it. */
    boolean apart(K key, W write);

    /** It cannot be committed, not even alone. */
    void failed(W write, Throwable error);

    /** Its batch could not be committed, and dividing would not help. */
    void postponed(W write, Throwable error);
  }

  /** Guarded by the {@link Batches}. */
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

  /** Commits them together, or those that can be; tells each. */
  private CompletableFuture<Void> commit(K key, List<W> batch) {
    return CompletableFuture.completedFuture(batch)
        .thenCompose(writes -> committer.commit(key, writes))
        .exceptionallyCompose(error -> separate(key, batch, ForeignErrors.unwrap(error)));
  }

  /** Keeps those that cannot be committed from holding up the others. */
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
