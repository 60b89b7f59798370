package dev.tenure.consumer;

import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.trace.TraceContext;
import dev.tenure.queue.trace.TracePropagation;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the tracer, and goes on without it when it fails. Thread-safe. */
final class Tracing {
  private final TracePropagation tracer;
  private final Complaints complaints;

  Tracing(TracePropagation tracer, Complaints complaints) {
    this.tracer = tracer;
    this.complaints = complaints;
  }

  /** The trace of one attempt. */
  final class Traced {
    private final Held held;
    private final TracePropagation.Run run;
    private boolean ended;

    private Traced(Held held, TracePropagation.Run run) {
      this.held = held;
      this.run = run;
    }

    TracePropagation.Scope open() {
      TracePropagation.Scope scope = guarded(run::open, () -> () -> {});
      return () ->
          guarded(
              () -> {
                scope.close();
                return true;
              },
              () -> false);
    }

    /** The first call counts. */
    void end(@Nullable Throwable error) {
      synchronized (this) {
        if (ended) {
          return;
        }
        ended = true;
      }
      guarded(
          () -> {
            run.end(error);
            return true;
          },
          () -> false);
    }

    /** The item in the trace of this run, unless it has one of its own. */
    NewItem child(NewItem item) {
      if (item.body().attributes().containsKey(TraceContext.TRACE_PARENT)) {
        return item;
      }
      TracePropagation.Scope scope = open();
      Map<String, String> current = guarded(tracer::current, Map::of);
      scope.close();
      if (current.isEmpty()) {
        return TraceContext.of(attributes(held)).map(item::withTrace).orElse(item);
      }
      Map<String, String> attributes = new TreeMap<>(item.body().attributes());
      attributes.putAll(current);
      return item.withAttributes(attributes);
    }
  }

  Traced begin(Held held) {
    TracePropagation.Run run =
        guarded(
            () -> tracer.begin(held.item().type(), attributes(held)),
            () -> TracePropagation.none().begin(held.item().type(), Map.of()));
    return new Traced(held, run);
  }

  private static Map<String, String> attributes(Held held) {
    return held.item().body().map(ItemBody::attributes).orElse(Map.of());
  }

  @SuppressWarnings("NullAway") // code of the application may return null though it must not
  private <T> T guarded(Supplier<T> call, Supplier<T> otherwise) {
    try {
      T result = call.get();
      return result != null ? result : otherwise.get();
    } catch (Throwable e) { // code of the application may throw anything
      complaints.about("the tracer", tracer.getClass().getName(), e);
      return otherwise.get();
    }
  }
}
