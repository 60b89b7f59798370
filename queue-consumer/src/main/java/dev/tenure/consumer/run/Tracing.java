package dev.tenure.consumer.run;

import dev.tenure.consumer.ClusterEffects;
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
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls the tracer, and continues without a trace when the tracer fails. Thread-safe. */
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

    /** Ends the trace; calls after the first do nothing. */
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

    /**
     * As {@link #child}, but returns the item unchanged when its attributes would be too large with
     * the trace.
     */
    NewItem childThatFits(NewItem item) {
      try {
        return child(item);
      } catch (IllegalArgumentException e) {
        return item;
      }
    }

    /** Puts the item into the trace of this run, unless the item already has a trace. */
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
   * Wraps the effects of an outcome so that they run in the item's context and trace. Items that
   * the effects enqueue join that trace, unless they already have a trace or no room for one.
   */
  Outcome traced(Outcome outcome, InFlightItem inFlight) {
    return outcome instanceof Outcome.Done done
        ? new Outcome.Done(done.effects().map(effects -> traced(effects, inFlight)))
        : outcome;
  }

  private Effects traced(Effects effects, InFlightItem inFlight) {
    if (effects instanceof ClusterEffects ofCluster) {
      ClusterEffects wrapped =
          transaction ->
              traced(
                  inFlight,
                  traced -> ofCluster.applyTo(transaction.preparing(traced::childThatFits)));
      return wrapped;
    }
    return transaction ->
        traced(inFlight, traced -> effects.apply(transaction.preparing(traced::childThatFits)));
  }

  private CompletionStage<Void> traced(
      InFlightItem inFlight, Function<Traced, CompletionStage<Void>> effects) {
    Traced traced = new Traced(inFlight, beginEffects(inFlight));
    TracePropagation.Scope scope = traced.open();
    try {
      return ended(effects.apply(traced), traced);
    } catch (Throwable e) {
      traced.end(e);
      throw e;
    } finally {
      scope.close();
    }
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
