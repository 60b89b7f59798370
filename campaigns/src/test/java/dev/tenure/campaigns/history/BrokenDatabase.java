package dev.tenure.campaigns.history;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Databases that break one promise each. */
@SuppressWarnings("FutureReturnValueIgnored") // who called has the future
final class BrokenDatabase {
  private static final int NOT_COMMITTED = 1020;
  private static final int COMMIT_UNKNOWN_RESULT = 1021;

  /** Does something else, or the usual by {@link #proceed}. */
  interface Call {
    @Nullable Object made(Transaction below, Method method, @Nullable Object[] arguments)
        throws Throwable;
  }

  private BrokenDatabase() {}

  /** No read adds a conflict range. */
  static Database withoutReadConflicts(Database below) {
    return with(
        below,
        (transaction, method, arguments) ->
            method.getName().startsWith("get") && method.getName().matches("get|getRange|getKey")
                ? call(transaction.snapshot(), method, arguments)
                : proceed(transaction, method, arguments));
  }

  /** All transactions read at one version. */
  static Database readingAt(Database below, long version) {
    return with(
        below,
        (transaction, method, arguments) -> {
          if (method.getName().equals("getReadVersion")) {
            return CompletableFuture.completedFuture(version);
          }
          if (method.getName().matches("get|getRange")) {
            Transaction old = below.createTransaction();
            old.setReadVersion(version);
            return call(old, method, arguments);
          }
          return proceed(transaction, method, arguments);
        });
  }

  /** Single-key writes of some keys get lost on the way. */
  static Database dropping(Database below, Predicate<byte[]> keys) {
    return with(
        below,
        (transaction, method, arguments) ->
            method.getName().equals("set")
                    && keys.test((byte[]) Objects.requireNonNull(arguments[0]))
                ? null
                : proceed(transaction, method, arguments));
  }

  /** Commits are acknowledged and not made. */
  static Database forgetful(Database below) {
    return with(
        below,
        (transaction, method, arguments) ->
            switch (method.getName()) {
              case "commit" -> CompletableFuture.completedFuture(null);
              case "getCommittedVersion" -> 1L;
              default -> proceed(transaction, method, arguments);
            });
  }

  /** Commits are made and answered with "not committed". */
  static Database denying(Database below) {
    return with(
        below,
        (transaction, method, arguments) -> {
          Object result = proceed(transaction, method, arguments);
          return method.getName().equals("commit")
              ? ((CompletableFuture<?>) Objects.requireNonNull(result))
                  .thenCompose(done -> failed("not committed", NOT_COMMITTED))
              : result;
        });
  }

  /** Commits are made twice and answered with "unknown result". */
  static Database repeating(Database below) {
    return with(
        below,
        new Call() {
          private final Transaction again = below.createTransaction();

          @Override
          public @Nullable Object made(
              Transaction transaction, Method method, @Nullable Object[] arguments)
              throws Throwable {
            if (method.getName().matches("set|clear|mutate")) {
              proceed(again, method, arguments);
            }
            Object result = proceed(transaction, method, arguments);
            return method.getName().equals("commit")
                ? ((CompletableFuture<?>) Objects.requireNonNull(result))
                    .thenCompose(done -> again.commit())
                    .thenCompose(done -> failed("unknown result", COMMIT_UNKNOWN_RESULT))
                : result;
          }
        });
  }

  private static CompletableFuture<Object> failed(String message, int code) {
    return CompletableFuture.failedFuture(new FDBException(message, code));
  }

  private static Database with(Database below, Call call) {
    return (Database)
        Proxy.newProxyInstance(
            BrokenDatabase.class.getClassLoader(),
            new Class<?>[] {Database.class},
            (proxy, method, arguments) -> {
              Object result = call(below, method, arguments);
              return result instanceof Transaction transaction
                  ? transaction(transaction, call)
                  : result;
            });
  }

  private static Transaction transaction(Transaction below, Call call) {
    return (Transaction)
        Proxy.newProxyInstance(
            BrokenDatabase.class.getClassLoader(),
            new Class<?>[] {Transaction.class},
            (proxy, method, arguments) -> call.made(below, method, arguments));
  }

  private static @Nullable Object proceed(
      Transaction below, Method method, @Nullable Object[] arguments) throws Throwable {
    return call(below, method, arguments);
  }

  private static @Nullable Object call(Object target, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }
}
