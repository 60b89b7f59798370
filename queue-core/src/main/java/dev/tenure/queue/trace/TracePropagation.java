package dev.tenure.queue.trace;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The interface of a tracer to producers and consumers, which call it on any thread and
 * concurrently. An exception of the tracer fails an enqueue. A handler runs on without a trace.
 */
public interface TracePropagation {

  /**
   * The trace of the calling thread, as attributes for an item that it enqueues; empty when the
   * thread is in no trace.
   */
  Map<String, String> current();

  /**
   * The trace that the calling thread is in now, for items that are enqueued later and on other
   * threads: each call of the supplier is a call of {@link #current} in that trace. The default
   * implementation calls {@link #current} at once.
   */
  default Supplier<Map<String, String>> capture() {
    Map<String, String> now = current();
    return () -> now;
  }

  /**
   * Begins the span of one run of a handler, just before the handler is called.
   *
   * @param type the item's work type
   * @param attributes the item's attributes
   */
  Run begin(String type, Map<String, String> attributes);

  /**
   * Begins the span of one application of a handler's effects, which follows the handler's run. The
   * default implementation begins it like the span of a further run.
   *
   * @param type the item's work type
   * @param attributes the item's attributes
   */
  default Run beginEffects(String type, Map<String, String> attributes) {
    return begin(type, attributes);
  }

  /** One run of a handler. */
  interface Run {

    /** Puts the calling thread into the run's trace until the scope is closed on that thread. */
    Scope open();

    /**
     * Ends the span. Scopes of the run may still be open.
     *
     * @param error why the attempt failed; null for a success and for an unknown outcome
     */
    void end(@Nullable Throwable error);
  }

  /** Keeps a thread in a trace; the thread that opened it closes it. */
  interface Scope extends AutoCloseable {
    @Override
    void close();
  }

  /** The propagation without a tracer; attributes that producers set are kept. */
  static TracePropagation none() {
    return NoTracer.INSTANCE;
  }
}
