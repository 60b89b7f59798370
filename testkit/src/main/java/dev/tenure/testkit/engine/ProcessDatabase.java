package dev.tenure.testkit.engine;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A database, or something of it, as one process has it: answers that come later arrive as tasks of
 * that process, so a crash of the process loses them and a pause holds them back, while what was
 * sent to the engine still happens. A crash of the engine breaks off what is under way.
 */
final class ProcessDatabase implements InvocationHandler {
  private static final List<Class<?>> VIEWS =
      List.of(Transaction.class, ReadTransaction.class, AsyncIterable.class, AsyncIterator.class);

  private final SimulatedEngine engine;
  private final SimulatedProcess process;

  /** Null for the database itself, which outlives crashes of the engine. */
  private final @Nullable Object engineSide;

  private final int generation;

  private ProcessDatabase(
      SimulatedEngine engine,
      SimulatedProcess process,
      @Nullable Object engineSide,
      int generation) {
    this.engine = engine;
    this.process = process;
    this.engineSide = engineSide;
    this.generation = generation;
  }

  static Database of(SimulatedEngine engine, SimulatedProcess process) {
    ProcessDatabase handler = new ProcessDatabase(engine, process, null, 0);
    return (Database) proxy(handler, Database.class);
  }

  private static Object proxy(ProcessDatabase handler, Class<?> view) {
    return Proxy.newProxyInstance(view.getClassLoader(), new Class<?>[] {view}, handler);
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    Object target = engineSide;
    int now = engine.generation();
    if (target == null) {
      return processSide(method, call(engine.current(), method, arguments), now);
    }
    if (generation == now) {
      return processSide(method, call(target, method, arguments), now);
    }
    if (method.getName().equals("onError")) {
      return processSide(method, call(newTransaction(), method, arguments), now);
    }
    if (method.getReturnType() == CompletableFuture.class) {
      return CompletableFuture.failedFuture(FdbErrors.exception(FdbErrors.TRANSACTION_TOO_OLD));
    }
    return view(call(target, method, arguments), generation);
  }

  private Transaction newTransaction() {
    return engine.current().createTransaction(process.executor());
  }

  static @Nullable Object call(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private @Nullable Object processSide(Method method, @Nullable Object result, int since) {
    return result instanceof CompletableFuture<?> future
        ? delivered(method, future, since)
        : view(result, since);
  }

  /** What the process sees of something that the engine gave in a generation. */
  private @Nullable Object view(@Nullable Object result, int since) {
    for (Class<?> view : VIEWS) {
      if (result != null && view.isInstance(result)) {
        return proxy(new ProcessDatabase(engine, process, result, since), view);
      }
    }
    return result;
  }

  private CompletableFuture<@Nullable Object> delivered(
      Method method, CompletableFuture<?> answer, int since) {
    if (answer.isDone()) {
      Duration late = engine.faults().readDelay();
      return late.isZero()
          ? answer.thenApply(value -> view(value, since))
          : arriving(answer, late, since);
    }
    CompletableFuture<@Nullable Object> delivered = new CompletableFuture<>();
    SimulatedEngine.Call.Kind kind = SimulatedEngine.Call.Kind.of(method.getName());
    SimulatedEngine.Call call =
        new SimulatedEngine.Call(
            kind, () -> process.executor().execute(() -> breakOff(kind, delivered)));
    engine.begin(call);
    var unusedArrival =
        answer.whenComplete(
            (value, error) -> {
              engine.end(call);
              if (kind == SimulatedEngine.Call.Kind.WATCH && error == null) {
                fired(delivered);
              } else {
                process.executor().execute(() -> deliver(value, error, since, delivered));
              }
            });
    var unusedCancellation =
        delivered.whenComplete(
            (value, error) -> {
              if (delivered.isCancelled()) {
                answer.cancel(true);
              }
            });
    return delivered;
  }

  private CompletableFuture<@Nullable Object> arriving(
      CompletableFuture<?> answer, Duration late, int since) {
    CompletableFuture<@Nullable Object> delivered = new CompletableFuture<>();
    Runnable arrival =
        () -> {
          var unusedNow =
              answer.whenComplete((value, error) -> deliver(value, error, since, delivered));
        };
    var unused = process.timer().schedule(arrival, late.toNanos(), TimeUnit.NANOSECONDS);
    return delivered;
  }

  private void fired(CompletableFuture<@Nullable Object> watch) {
    if (!engine.faults().losesWatch()) {
      long late = engine.faults().watchDelay().toNanos();
      Runnable arrival = () -> watch.complete(null);
      var unused = process.timer().schedule(arrival, late, TimeUnit.NANOSECONDS);
    }
  }

  /** A crash of the engine came between; a wait before the next attempt is just cut short. */
  private void breakOff(
      SimulatedEngine.Call.Kind kind, CompletableFuture<@Nullable Object> delivered) {
    if (kind == SimulatedEngine.Call.Kind.RETRY) {
      delivered.complete(view(newTransaction(), engine.generation()));
    } else {
      delivered.completeExceptionally(FdbErrors.exception(kind.code()));
    }
  }

  private void deliver(
      @Nullable Object value,
      @Nullable Throwable error,
      int since,
      CompletableFuture<@Nullable Object> delivered) {
    if (error == null) {
      delivered.complete(view(value, since));
    } else {
      delivered.completeExceptionally(error);
    }
  }
}
