package dev.tenure.testkit.simulation;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A database as one process has it: answers that come later arrive as tasks of that process, so a
 * crash loses them and a pause holds them back, while what was sent to the engine still happens.
 */
final class ProcessDatabase implements InvocationHandler {
  private static final List<Class<?>> VIEWS =
      List.of(
          Database.class,
          Transaction.class,
          ReadTransaction.class,
          AsyncIterable.class,
          AsyncIterator.class);

  private final SimulatedProcess process;
  private final Object engineSide;

  private ProcessDatabase(SimulatedProcess process, Object engineSide) {
    this.process = process;
    this.engineSide = engineSide;
  }

  static Database of(Database engine, SimulatedProcess process) {
    return (Database) proxy(process, engine, Database.class);
  }

  private static Object proxy(SimulatedProcess process, Object engineSide, Class<?> view) {
    return Proxy.newProxyInstance(
        view.getClassLoader(), new Class<?>[] {view}, new ProcessDatabase(process, engineSide));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return processSide(method.invoke(engineSide, arguments));
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private @Nullable Object processSide(@Nullable Object result) {
    if (result instanceof CompletableFuture<?> future) {
      return delivered(future);
    }
    for (Class<?> view : VIEWS) {
      if (view.isInstance(result)) {
        return proxy(process, result, view);
      }
    }
    return result;
  }

  private CompletableFuture<@Nullable Object> delivered(CompletableFuture<?> answer) {
    if (answer.isDone()) {
      return answer.thenApply(this::processSide);
    }
    CompletableFuture<@Nullable Object> delivered = new CompletableFuture<>();
    var unusedArrival =
        answer.whenComplete(
            (value, error) -> process.executor().execute(() -> deliver(value, error, delivered)));
    var unusedCancellation =
        delivered.whenComplete(
            (value, error) -> {
              if (delivered.isCancelled()) {
                answer.cancel(true);
              }
            });
    return delivered;
  }

  private void deliver(
      @Nullable Object value,
      @Nullable Throwable error,
      CompletableFuture<@Nullable Object> delivered) {
    if (error == null) {
      delivered.complete(processSide(value));
    } else {
      delivered.completeExceptionally(error);
    }
  }
}
