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
    private boolean followed;

    Operation(Supplier<CompletableFuture<T>> work, CommitGate gate) {
      this.work = work;
      this.pending = new PendingWork<>(gate);
    }
  }

  <T> CompletableFuture<T> run(Object thing, Supplier<CompletableFuture<T>> work) {
    Operation<T> operation = new Operation<>(work, gate);
    boolean first;
    synchronized (this) {
      Queue<Operation<?>> queue = queues.get(thing);
      first = queue == null;
      if (queue == null) {
        queue = new ArrayDeque<>(1);
        queues.put(thing, queue);
      }
      queue.add(operation);
    }
    if (first) {
      advance(thing, operation);
    }
    return operation.pending.result();
  }

  /**
   * Runs the head of a queue and those behind it, as long as each is done at once. The stack does
   * not grow with their number.
   */
  private void advance(Object thing, Operation<?> head) {
    Operation<?> next = head;
    while (begin(thing, next)) {
      if (!next.followed) {
        return;
      }
      next = head(thing);
    }
  }

  /** Begins an operation; whether it is done. If it is not, its end runs the next one. */
  private <T> boolean begin(Object thing, Operation<T> operation) {
    CompletableFuture<T> running = AsyncLoop.begin(operation.work);
    boolean done = running.isDone();
    var unused =
        running.whenComplete(
            (value, error) -> {
              operation.followed = endHead(thing);
              operation.pending.end(value, error);
              if (!done && operation.followed) {
                advance(thing, head(thing));
              }
            });
    return done;
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
