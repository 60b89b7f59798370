package dev.tenure.consumer;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Connections whose watches a test can have lost, as when a storage server is restarted. */
final class BreakableWatches {
  private static final int OPERATION_CANCELLED = 1101;

  private final List<CompletableFuture<Void>> watches = new ArrayList<>();

  Database connect(Database engine) {
    return proxy(
        Database.class,
        (self, method, arguments) -> {
          Object result = call(engine, method, arguments);
          return result instanceof Transaction transaction ? watching(transaction) : result;
        });
  }

  private Transaction watching(Transaction transaction) {
    return proxy(
        Transaction.class,
        (self, method, arguments) -> {
          Object result = call(transaction, method, arguments);
          return method.getName().equals("watch") && result instanceof CompletableFuture<?> watch
              ? breakable(watch)
              : result;
        });
  }

  private CompletableFuture<Void> breakable(CompletableFuture<?> watch) {
    CompletableFuture<Void> breakable = watch.thenAccept(fired -> {});
    watches.add(breakable);
    return breakable;
  }

  /** How many watches have been set. */
  int set() {
    return watches.size();
  }

  void lose() {
    watches.forEach(
        watch ->
            watch.completeExceptionally(
                new FDBException("Asynchronous operation cancelled", OPERATION_CANCELLED)));
  }

  private static @Nullable Object call(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw cause == null ? e : cause;
    }
  }

  private static <T> T proxy(Class<T> view, java.lang.reflect.InvocationHandler handler) {
    return view.cast(Proxy.newProxyInstance(view.getClassLoader(), new Class<?>[] {view}, handler));
  }
}
