package dev.tenure.consumer.run;

import dev.tenure.consumer.environment.ThrottledLog;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.trace.TraceContext;
import dev.tenure.queue.trace.TracePropagation;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the tracer, and goes on without it when it fails. Thread-safe. */
public final class Tracing {
  private final TracePropagation tracer;
  private final ThrottledLog log;

  public Tracing(TracePropagation tracer, ThrottledLog log) {
    this.tracer = tracer;
    this.log = log;
  }

  /** The trace of one attempt. */
  final class Traced {
    private final InFlightItem inFlight;
    private final TracePropagation.Run run;
    private boolean ended;

    private Traced(InFlightItem inFlight, TracePropagation.Run run) {
      this.inFlight = inFlight;
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
        return TraceContext.of(attributes(inFlight)).map(item::withTrace).orElse(item);
      }
      Map<String, String> attributes = new TreeMap<>(item.body().attributes());
      attributes.putAll(current);
      return item.withAttributes(attributes);
    }
  }

  Traced begin(InFlightItem inFlight) {
    TracePropagation.Run run =
        guarded(
            () -> tracer.begin(inFlight.item().type(), attributes(inFlight)),
            () -> TracePropagation.none().begin(inFlight.item().type(), Map.of()));
    return new Traced(inFlight, run);
  }

  private static Map<String, String> attributes(InFlightItem inFlight) {
    return inFlight.item().body().map(ItemBody::attributes).orElse(Map.of());
  }

  @SuppressWarnings("NullAway") // code of the application may return null though it must not
  private <T> T guarded(Supplier<T> call, Supplier<T> otherwise) {
    try {
      T result = call.get();
      return result != null ? result : otherwise.get();
    } catch (Throwable e) { // code of the application may throw anything
      log.failed("the tracer", tracer.getClass().getName(), e);
      return otherwise.get();
    }
  }
}
