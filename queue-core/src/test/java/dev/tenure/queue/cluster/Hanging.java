package dev.tenure.queue.cluster;

import static dev.tenure.record.error.FdbErrorPredicates.TRANSACTION_TOO_OLD;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A database that answers until it is told to hang: then no future of it ends any more. It can also
 * be told to refuse some answers.
 */
final class Hanging {
  final Database database;
  private boolean hung;
  private int opened;
  private int refusals;

  Hanging(Database engine) {
    database = around(Database.class, engine, Runnable::run);
  }

  /** The same database for a process that is told each answer by an executor of its own. */
  Database toldBy(Executor executor) {
    return around(Database.class, database, executor);
  }

  void hang(boolean hangs) {
    hung = hangs;
  }

  /** The next answers are errors that FoundationDB calls retryable. */
  void refuse(int answers) {
    refusals = answers;
  }

  /** How many transactions were opened so far. */
  int opened() {
    return opened;
  }

  private <T> T around(Class<T> type, T below, Executor executor) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Class<?> gives = method.getReturnType();
              if (hung && CompletableFuture.class.equals(gives)) {
                Object never = new CompletableFuture<>();
                return never;
              }
              if (refusals > 0 && CompletableFuture.class.equals(gives)) {
                refusals--;
                Object refused =
                    CompletableFuture.failedFuture(
                        new FDBException("Transaction is too old", TRANSACTION_TOO_OLD));
                return refused;
              }
              try {
                return wrapped(method.invoke(below, arguments), executor);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            }));
  }

  private @Nullable Object wrapped(@Nullable Object result, Executor executor) {
    if (result instanceof CompletableFuture<?> answer) {
      Object told = answer.whenCompleteAsync((value, error) -> {}, executor);
      return told;
    }
    if (result instanceof Transaction transaction) {
      if (!Proxy.isProxyClass(transaction.getClass())) {
        opened++;
      }
      return around(Transaction.class, transaction, executor);
    }
    if (result instanceof ReadTransaction snapshot) {
      return around(ReadTransaction.class, snapshot, executor);
    }
    return result instanceof AsyncIterable<?> rows
        ? around(AsyncIterable.class, rows, executor)
        : result;
  }
}
