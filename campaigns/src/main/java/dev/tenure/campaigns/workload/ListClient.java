package dev.tenure.campaigns.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.campaigns.blackbox.ListTransaction;
import dev.tenure.campaigns.blackbox.ListTransaction.ListOutcome;
import dev.tenure.campaigns.blackbox.ListTransaction.ListStep;
import dev.tenure.record.error.FdbErrorPredicates;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Appends to lists and reads them, in random transactions. Each transaction is tried once. A list is a row; an element is eight bytes of its value; an append is an atomic operation that reads nothing.
 */
public final class ListClient {
  private static final int LISTS = 6;
  private static final int STEPS_MAX = 4;

  private final Database database;
  private final byte[] prefix;
  private final RandomGenerator random;
  private final ListHistory history;

  public ListClient(Database database, byte[] prefix, RandomGenerator random, ListHistory history) {
    this.database = database;
    this.prefix = prefix.clone();
    this.random = random;
    this.history = history;
  }

  /**
   * Runs the given number of transactions, one after the other.
   */
  public CompletableFuture<Void> run(int transactions) {
    CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
    for (int number = 0; number < transactions; number++) {
      chain = chain.thenCompose(done -> attempt(1 + random.nextInt(STEPS_MAX), false));
    }
    return chain;
  }

  /**
   * Reads all lists in one transaction, which should be the last one of a history.
   */
  public CompletableFuture<Void> readAll() {
    return attempt(LISTS, true);
  }

  private CompletableFuture<Void> attempt(int count, boolean readingAll) {
    long number = history.next();
    long begun = history.next();
    Transaction transaction = database.createTransaction();
    List<ListStep> steps = new ArrayList<>();
    CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
    for (int index = 0; index < count; index++) {
      String list = "list-" + (readingAll ? index : random.nextInt(LISTS));
      boolean append = !readingAll && random.nextBoolean();
      chain =
          chain.thenCompose(
              done -> append ? append(transaction, list, steps) : read(transaction, list, steps));
    }
    return chain
        .thenCompose(done -> transaction.commit())
        .handle(
            (done, error) -> {
              history.add(
                  new ListTransaction(number, steps, outcome(error), begun, history.next()));
              transaction.close();
              return null;
            });
  }

  private CompletableFuture<Void> append(
      Transaction transaction, String list, List<ListStep> steps) {
    long element = history.next();
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(element).array();
    transaction.mutate(MutationType.APPEND_IF_FITS, key(list), bytes);
    steps.add(new ListTransaction.Append(list, element));
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> read(Transaction transaction, String list, List<ListStep> steps) {
    return transaction
        .get(key(list))
        .thenAccept(value -> steps.add(new ListTransaction.Read(list, elements(value))));
  }

  private byte[] key(String list) {
    return ByteArrayUtil.join(prefix, list.getBytes(US_ASCII));
  }

  private static List<Long> elements(byte @Nullable [] value) {
    List<Long> elements = new ArrayList<>();
    if (value != null) {
      ByteBuffer bytes = ByteBuffer.wrap(value);
      while (bytes.hasRemaining()) {
        elements.add(bytes.getLong());
      }
    }
    return elements;
  }

  private static ListOutcome outcome(@Nullable Throwable error) {
    if (error == null) {
      return ListOutcome.COMMITTED;
    }
    int code = FdbErrorPredicates.codeOf(error).orElse(0);
    boolean surelyNot =
        FdbErrorPredicates.retryable(code) && !FdbErrorPredicates.maybeCommitted(code);
    return surelyNot ? ListOutcome.NOT_COMMITTED : ListOutcome.UNKNOWN;
  }
}
