package dev.tenure.embedded.transaction;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import dev.tenure.embedded.Waiting;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The database whose behaviour is stated, with short words for what tests do: the engine, or a
 * cluster that shows the statement to be true.
 */
interface BehaviourFixture {
  Duration PATIENCE = Duration.ofMinutes(3);

  Database database();

  Waiting waiting();

  default byte[] key(String name) {
    return ManualEngine.bytes("behaviour/" + name);
  }

  default byte[] bytes(String text) {
    return ManualEngine.bytes(text);
  }

  default Transaction begin() {
    return database().createTransaction();
  }

  default <T extends @Nullable Object> T now(CompletableFuture<T> future) {
    if (!waiting().await(future, PATIENCE)) {
      throw new AssertionError("not done after " + PATIENCE);
    }
    return future.join();
  }

  /** The code the future fails with; 0 when it does not. */
  default int codeOf(CompletableFuture<?> future) {
    try {
      Object unused = now(future);
      return 0;
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof FDBException known) {
        return known.getCode();
      }
      throw failure;
    }
  }

  /** Whether the future is done within the time that a watch may take. */
  default boolean isSoonDone(CompletableFuture<?> future) {
    return waiting().await(future, Duration.ofMillis(500));
  }

  /** Commits a transaction of its own. */
  default void write(Consumer<Transaction> writes) {
    try (Transaction transaction = begin()) {
      writes.accept(transaction);
      now(transaction.commit());
    }
  }

  /** What a transaction of its own reads; null when the key is absent. */
  default @Nullable String stored(byte[] key) {
    try (Transaction transaction = begin()) {
      return ManualEngine.text(now(transaction.get(key)));
    }
  }

  /** The transaction after an error that is retried. */
  default Transaction retried(Transaction transaction, int code) {
    return now(transaction.onError(new FDBException("given by the test", code)));
  }

  default int codeOfRetry(Transaction transaction, int code) {
    return codeOf(transaction.onError(new FDBException("given by the test", code)));
  }
}
