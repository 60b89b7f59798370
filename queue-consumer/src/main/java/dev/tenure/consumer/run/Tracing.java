package dev.tenure.consumer.run;

import dev.tenure.consumer.Effects;
import dev.tenure.consumer.ItemScope;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.environment.ThrottledLog;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.trace.TraceContext;
import dev.tenure.queue.trace.TracePropagation;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the tracer, and goes on without it when it fails. Thread-safe. */
public final class Tracing {
  private final TracePropagation tracer;
  private final ItemScope items;
  private final ThrottledLog log;

  public Tracing(TracePropagation tracer, ItemScope items, ThrottledLog log) {
    this.tracer = tracer;
    this.items = items;
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
      TracePropagation.Scope item =
          guarded(() -> items.open(inFlight.item(), inFlight.tenant()), () -> () -> {});
      TracePropagation.Scope scope = guarded(run::open, () -> () -> {});
      return () -> {
        close(scope);
        close(item);
      };
    }

    private void close(TracePropagation.Scope scope) {
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

    /** As {@link #child}; the item as it is when its attributes are too large with the trace. */
    NewItem childThatFits(NewItem item) {
      try {
        return child(item);
      } catch (IllegalArgumentException e) {
        return item;
      }
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

  /**
   * The outcome of an item's handler, whose effects run in the item's context and trace. Items that
   * they enqueue are in that trace, unless they have one of their own or have no room for it.
   */
  Outcome traced(Outcome outcome, InFlightItem inFlight) {
    return outcome instanceof Outcome.Done done
        ? new Outcome.Done(done.effects().map(effects -> traced(effects, inFlight)))
        : outcome;
  }

  private Effects traced(Effects effects, InFlightItem inFlight) {
    return transaction -> {
      Traced traced = new Traced(inFlight, beginEffects(inFlight));
      TracePropagation.Scope scope = traced.open();
      try {
        return ended(effects.apply(transaction.preparing(traced::childThatFits)), traced);
      } catch (Throwable e) {
        traced.end(e);
        throw e;
      } finally {
        scope.close();
      }
    };
  }

  @SuppressWarnings("NullAway") // code of the application may return null though it must not
  private static CompletionStage<Void> ended(CompletionStage<Void> stage, Traced traced) {
    if (stage == null) {
      traced.end(new NullPointerException("the effects returned no stage"));
      return stage;
    }
    var unused = stage.whenComplete((done, error) -> traced.end(error));
    return stage;
  }

  private TracePropagation.Run beginEffects(InFlightItem inFlight) {
    return guarded(
        () -> tracer.beginEffects(inFlight.item().type(), attributes(inFlight)),
        () -> TracePropagation.none().begin(inFlight.item().type(), Map.of()));
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
