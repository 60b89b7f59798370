package dev.tenure.late;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.DatabaseOptions;
import com.apple.foundationdb.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The state that a database and its tenants share: one seed, one hang, one default timeout. */
final class LateContext {
  private final Database database;
  private final DatabaseOptions optionsBelow;
  private final AnswerDelivery answers;
  private final Executor executor;
  private volatile long timeoutMillis;

  LateContext(
      Database database, DatabaseOptions optionsBelow, AnswerDelivery answers, Executor executor) {
    this.database = database;
    this.optionsBelow = optionsBelow;
    this.answers = answers;
    this.executor = executor;
  }

  Executor executor() {
    return executor;
  }

  void setOption(int code, byte @Nullable [] value) {
    optionsBelow.getOptionConsumer().setOption(code, value);
    long timeout = TimeoutOption.millis(code, value);
    if (timeout >= 0) {
      timeoutMillis = timeout;
    }
  }

  Transaction begin(Transaction below, Executor delivery) {
    return LateTransaction.begin(database, answers, timeoutMillis, below, delivery);
  }

  /** An answer that belongs to no transaction. */
  <T extends @Nullable Object> CompletableFuture<T> pass(
      AnswerKind kind, Executor delivery, CompletableFuture<T> below) {
    return answers.pass(kind, new UnderWay(delivery), below);
  }
}
