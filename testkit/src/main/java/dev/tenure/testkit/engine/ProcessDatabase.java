package dev.tenure.testkit.engine;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionOptions;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A database, or an object that came from it, as one process sees it.
 *
 * <ul>
 *   <li>A late answer arrives as a task of the process. So a crash of the process loses the answer,
 *       and a pause holds it back; the engine still does what it was asked.
 *   <li>A crash of the engine breaks off all calls under way.
 *   <li>While the connection withholds answers, the process sees only results that the client
 *       itself decides.
 * </ul>
 */
final class ProcessDatabase implements InvocationHandler {
  private static final List<Class<?>> VIEWS =
      List.of(Transaction.class, ReadTransaction.class, AsyncIterable.class, AsyncIterator.class);

  private static final Set<String> CANCELLING = Set.of("cancel", "close");

  private final SimulatedEngine engine;
  private final SimulatedProcess process;

  /** Null for the database itself, which outlives crashes of the engine. */
  private final @Nullable Object engineSide;

  private final int generation;
  private final Withholding link;
  private final AwaitedAnswers awaited;

  private ProcessDatabase(
      SimulatedEngine engine,
      SimulatedProcess process,
      @Nullable Object engineSide,
      int generation,
      Withholding link,
      AwaitedAnswers awaited) {
    this.engine = engine;
    this.process = process;
    this.engineSide = engineSide;
    this.generation = generation;
    this.link = link;
    this.awaited = awaited;
  }

  static Database of(SimulatedEngine engine, SimulatedProcess process, Withholding link) {
    AwaitedAnswers none = new AwaitedAnswers(engine.scheduler(), process);
    ProcessDatabase handler = new ProcessDatabase(engine, process, null, 0, link, none);
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
    if (target instanceof Transaction && CANCELLING.contains(method.getName())) {
      awaited.fail(FdbErrors.TRANSACTION_CANCELLED);
    }
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

  /**
   * The view that the process gets of a result of the engine.
   *
   * @param since the generation of the engine that gave the result
   */
  private @Nullable Object view(@Nullable Object result, int since) {
    if (result instanceof TransactionOptions options) {
      return awaited.watching(options);
    }
    for (Class<?> view : VIEWS) {
      if (result != null && view.isInstance(result)) {
        AwaitedAnswers answers =
            engineSide == null ? new AwaitedAnswers(engine.scheduler(), process) : awaited;
        return proxy(new ProcessDatabase(engine, process, result, since, link, answers), view);
      }
    }
    return result;
  }

  private CompletableFuture<@Nullable Object> delivered(
      Method method, CompletableFuture<?> answer, int since) {
    SimulatedEngine.Call.Kind kind = SimulatedEngine.Call.Kind.of(method.getName());
    if (link.withholds(kind) && kind != SimulatedEngine.Call.Kind.RETRY) {
      return withheld(kind, answer, since);
    }
    if (answer.isDone()) {
      Duration late = engine.faults().readDelay();
      return late.isZero()
          ? answer.thenApply(value -> view(value, since))
          : arriving(answer, late, since);
    }
    CompletableFuture<@Nullable Object> delivered = new CompletableFuture<>();
    SimulatedEngine.Call call =
        new SimulatedEngine.Call(
            kind, () -> process.executor().execute(() -> breakOff(kind, delivered)));
    engine.begin(call);
    var unusedArrival =
        answer.whenComplete(
            (value, error) -> {
              engine.end(call);
              if (kind == SimulatedEngine.Call.Kind.WATCH && error == null) {
                link.deliver(() -> fired(delivered));
              } else {
                arrive(() -> deliver(value, error, since, delivered), delivered);
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

  /** Delivers as a task of the process, unless the connection withholds the answer. */
  private void arrive(Runnable delivery, CompletableFuture<@Nullable Object> delivered) {
    if (link.isOn()) {
      awaited.add(delivered);
    }
    link.deliver(() -> process.executor().execute(delivery));
  }

  /**
   * The answer to a call made while answers are withheld. A result that the client itself has
   * decided comes at once.
   */
  private CompletableFuture<@Nullable Object> withheld(
      SimulatedEngine.Call.Kind kind, CompletableFuture<?> answer, int since) {
    CompletableFuture<@Nullable Object> delivered = new CompletableFuture<>();
    if (isClients(answer)) {
      var unusedEnded =
          answer.whenComplete((value, error) -> deliver(value, error, since, delivered));
      return delivered;
    }
    if (kind != SimulatedEngine.Call.Kind.WATCH) {
      awaited.add(delivered);
    }
    Runnable arrival =
        () -> {
          var unused =
              answer.whenComplete(
                  (value, error) ->
                      process.executor().execute(() -> deliver(value, error, since, delivered)));
        };
    link.hold(arrival);
    return delivered;
  }

  private static boolean isClients(CompletableFuture<?> answer) {
    if (!answer.isCompletedExceptionally()) {
      return false;
    }
    Throwable error = answer.handle((value, failure) -> failure).join();
    return error instanceof FDBException failed
        && (failed.getCode() == FdbErrors.TRANSACTION_CANCELLED
            || failed.getCode() == FdbErrors.TRANSACTION_TIMED_OUT);
  }

  private CompletableFuture<@Nullable Object> arriving(
      CompletableFuture<?> answer, Duration late, int since) {
    CompletableFuture<@Nullable Object> delivered = new CompletableFuture<>();
    Runnable arrival =
        () ->
            link.deliver(
                () -> {
                  var unusedNow =
                      answer.whenComplete(
                          (value, error) -> deliver(value, error, since, delivered));
                });
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

  /**
   * Ends a call that a crash of the engine interrupted. A wait before the next attempt just ends
   * early.
   */
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
