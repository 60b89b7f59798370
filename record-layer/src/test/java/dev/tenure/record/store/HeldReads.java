package dev.tenure.record.store;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A database whose reads of keys and ranges wait until they are released. */
final class HeldReads {
  private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

  /** Reads begun from now on wait. */
  void hold() {
    gate = new CompletableFuture<>();
  }

  void release() {
    gate.complete(null);
  }

  Database around(Database engine) {
    return around(
        Database.class,
        engine,
        (method, result) ->
            result instanceof Transaction transaction ? around(transaction) : result);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the caller of the method gets it
  private Transaction around(Transaction below) {
    return around(
        Transaction.class,
        below,
        (method, result) -> {
          CompletableFuture<Void> held = gate;
          if (method.equals("get") && result instanceof CompletableFuture<?> value) {
            return held.thenCompose(nothing -> value);
          }
          return method.equals("getRange") && result instanceof AsyncIterable<?> rows
              ? around(AsyncIterable.class, rows, (name, read) -> around(held, read))
              : result;
        });
  }

  /** The list or the iterator of a range. */
  private static @Nullable Object around(CompletableFuture<Void> held, @Nullable Object read) {
    if (read instanceof AsyncIterator<?> rows) {
      return around(AsyncIterator.class, rows, (name, result) -> waiting(held, result));
    }
    return waiting(held, read);
  }

  private static @Nullable Object waiting(CompletableFuture<Void> held, @Nullable Object read) {
    return read instanceof CompletableFuture<?> answer ? held.thenCompose(nothing -> answer) : read;
  }

  private interface Change {
    @Nullable Object of(String method, @Nullable Object result);
  }

  private static <T> T around(Class<T> type, Object below, Change change) {
    return type.cast(
        Proxy.newProxyInstance(
            HeldReads.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                change.of(method.getName(), call(method, below, arguments))));
  }

  private static @Nullable Object call(
      Method method, Object below, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(below, arguments);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }
}
