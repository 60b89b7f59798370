package dev.tenure.campaigns.workload;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that runs one transaction after the other, and retries by {@code onError}.
 */
public final class ProgramClient {
  private static final int ATTEMPTS_MAX = 8;

  private final Database database;
  private final Function<Transaction, CompletableFuture<Void>> program;
  private final Supplier<CompletableFuture<Void>> pause;

  /**
   * @param pause called before each transaction; the transaction begins when its future is done
   */
  public ProgramClient(
      Database database,
      Function<Transaction, CompletableFuture<Void>> program,
      Supplier<CompletableFuture<Void>> pause) {
    this.database = database;
    this.program = program;
    this.pause = pause;
  }

  /**
   * Runs the given number of transactions. A transaction that cannot be retried is given up.
   */
  public CompletableFuture<Void> run(int transactions) {
    if (transactions == 0) {
      return CompletableFuture.completedFuture(null);
    }
    return pause
        .get()
        .thenCompose(done -> attempt(database.createTransaction(), 1))
        .thenCompose(done -> run(transactions - 1));
  }

  private CompletableFuture<Void> attempt(Transaction transaction, int number) {
    return program
        .apply(transaction)
        .thenCompose(done -> transaction.commit())
        .handle((done, error) -> error)
        .thenCompose(error -> ended(transaction, number, error));
  }

  private CompletableFuture<Void> ended(
      Transaction transaction, int number, @Nullable Throwable error) {
    if (error == null || number == ATTEMPTS_MAX) {
      transaction.close();
      return CompletableFuture.completedFuture(null);
    }
    return transaction
        .onError(FdbErrorPredicates.unwrap(error))
        .thenCompose(next -> attempt(next, number + 1))
        .exceptionally(
            notRetryable -> {
              transaction.close();
              return null;
            });
  }
}
