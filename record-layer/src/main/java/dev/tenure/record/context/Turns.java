package dev.tenure.record.context;

import dev.tenure.record.async.AsyncLoop;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Runs operations on the same thing one after another: each starts after the previous one has
 * succeeded or failed. Operations on different things do not wait for one another. Safe for use by
 * many threads.
 */
final class Turns {
  private final CommitGate gate;
  private final Map<Object, Queue<Operation<?>>> queues = new HashMap<>();

  /** Turns whose operations the commit waits for. */
  Turns(CommitGate gate) {
    this.gate = gate;
  }

  /** An operation and the future its caller has. */
  private static final class Operation<T> {
    private final Supplier<CompletableFuture<T>> work;
    private final PendingWork<T> pending;

    Operation(Supplier<CompletableFuture<T>> work, CommitGate gate) {
      this.work = work;
      this.pending = new PendingWork<>(gate);
    }

    /** Runs the operation, then {@code ended}, and then completes the caller's future. */
    CompletableFuture<Boolean> run(Supplier<Boolean> ended) {
      return AsyncLoop.begin(work)
          .handle(
              (value, error) -> {
                boolean more = ended.get();
                pending.end(value, error);
                return more;
              });
    }
  }

  <T> CompletableFuture<T> run(Object thing, Supplier<CompletableFuture<T>> work) {
    Operation<T> operation = new Operation<>(work, gate);
    boolean first;
    synchronized (this) {
      Queue<Operation<?>> queue = queues.get(thing);
      first = queue == null;
      if (queue == null) {
        queue = new ArrayDeque<>();
        queues.put(thing, queue);
      }
      queue.add(operation);
    }
    if (first) {
      var unused = AsyncLoop.whileTrue(() -> head(thing).run(() -> endHead(thing)));
    }
    return operation.pending.result();
  }

  private synchronized Operation<?> head(Object thing) {
    return queue(thing).element();
  }

  /** Takes the operation that has ended off its queue; whether there is another. */
  private synchronized boolean endHead(Object thing) {
    Queue<Operation<?>> queue = queue(thing);
    queue.remove();
    if (queue.isEmpty()) {
      queues.remove(thing);
    }
    return !queue.isEmpty();
  }

  private Queue<Operation<?>> queue(Object thing) {
    Queue<Operation<?>> queue = queues.get(thing);
    if (queue == null) {
      throw new IllegalStateException("nothing is queued for " + thing);
    }
    return queue;
  }
}
