package dev.tenure.bench.fleet;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterable;
import com.apple.foundationdb.async.AsyncIterator;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A database, or an object that came from it, whose answers take the time that {@link ServiceTimes}
 * give. Reads see the version that they would see without delay; only their rows arrive later. A
 * range read takes one round trip.
 */
final class ModelledCalls implements InvocationHandler {
  private static final List<Class<?>> VIEWS =
      List.of(Transaction.class, ReadTransaction.class, AsyncIterable.class);

  private final Connection connection;
  private final Object target;
  private final State state;

  /** What is known of one transaction. */
  private static final class State {
    private long versionAt = -1;
    private int keysWritten;
    private boolean declaresWrites;
  }

  private ModelledCalls(Connection connection, Object target, State state) {
    this.connection = connection;
    this.target = target;
    this.state = state;
  }

  static Database of(Database database, Connection connection) {
    return (Database) proxy(new ModelledCalls(connection, database, new State()), Database.class);
  }

  private static Object proxy(ModelledCalls handler, Class<?> view) {
    return Proxy.newProxyInstance(view.getClassLoader(), new Class<?>[] {view}, handler);
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (target instanceof Database) {
      return view(call(method, arguments), new State());
    }
    return switch (method.getName()) {
      case "commit" -> commit((Transaction) target);
      case "set", "clear", "mutate", "clearRangeStartsWith" -> {
        state.keysWritten++;
        yield call(method, arguments);
      }
      case "addWriteConflictKey", "addWriteConflictRange" -> {
        state.declaresWrites = true;
        yield call(method, arguments);
      }
      case "setReadVersion" -> {
        state.versionAt = connection.now();
        yield call(method, arguments);
      }
      case "getReadVersion" -> version((CompletableFuture<?>) called(method, arguments));
      case "get", "getKey", "asList", "getEstimatedRangeSizeBytes", "getRangeSplitPoints" ->
          read(called(method, arguments));
      case "onError" ->
          ((CompletableFuture<?>) called(method, arguments))
              .thenApply(next -> view(next, new State()));
      default -> view(call(method, arguments), state);
    };
  }

  /** FoundationDB's client ends a transaction that has written nothing without a request. */
  private CompletableFuture<?> commit(Transaction transaction) {
    if (state.keysWritten == 0 && !state.declaresWrites) {
      return transaction.commit();
    }
    return connection.commit(state.keysWritten, transaction::commit);
  }

  private CompletableFuture<?> version(CompletableFuture<?> answer) {
    return connection.deliver(answer, versionAt());
  }

  private long versionAt() {
    if (state.versionAt < 0) {
      state.versionAt = connection.readVersionAt();
    }
    return state.versionAt;
  }

  private Object read(Object result) {
    return result instanceof CompletableFuture<?> answer
        ? connection.deliver(answer, connection.readAt(versionAt()))
        : result;
  }

  private @Nullable Object view(@Nullable Object result, State of) {
    if (result instanceof AsyncIterator<?> rows) {
      return new ModelledRows<>(rows, connection, this::versionAt);
    }
    for (Class<?> view : VIEWS) {
      if (view.isInstance(result)) {
        return proxy(new ModelledCalls(connection, result, of), view);
      }
    }
    return result;
  }

  private Object called(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    Object result = call(method, arguments);
    if (result == null) {
      throw new IllegalStateException(method + " gave nothing");
    }
    return result;
  }

  private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
