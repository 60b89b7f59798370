package dev.tenure.queue.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tracer does for producers and handlers. Called on any thread, concurrently. What it throws
 * is the caller's trouble: an enqueue fails with it, a handler's run does not.
 */
public interface TracePropagation {

  /**
   * The attributes of an item that is enqueued now by the calling thread; empty when it is in no
   * trace.
   */
  Map<String, String> current();

  /**
   * A handler is about to be called for an item.
   *
   * @param type the item's work type
   * @param attributes the item's
   */
  Run begin(String type, Map<String, String> attributes);

  /** One run of a handler. */
  interface Run {

    /** Makes the run's trace that of the calling thread until the scope is closed there. */
    Scope open();

    /**
     * The run is over, whatever its scopes.
     *
     * @param error why the attempt failed; null when it did not, or its outcome is not known
     */
    void end(@Nullable Throwable error);
  }

  /** What a thread must close that opened it. */
  interface Scope extends AutoCloseable {
    @Override
    void close();
  }

  /** Without a tracer, items still carry what their producers set. */
  static TracePropagation none() {
    return NoTracer.INSTANCE;
  }
}
