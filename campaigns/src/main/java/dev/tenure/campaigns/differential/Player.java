package dev.tenure.campaigns.differential;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Runs a program on one database. The outcome of each step is text. */
final class Player implements AutoCloseable {
  static final byte[] USER_END = {(byte) 0xff};
  static final byte[] SYSTEM_BEGIN = Notation.bytes("\u00ff\u0002/tr/");
  static final byte[] SYSTEM_END = Notation.bytes("\u00ff\u0002/tr0");
  private static final byte[] METADATA_VERSION = Notation.bytes("\u00ff/metadataVersion");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final DatabaseUnderTest underTest;
  private final Database database;
  private final Tokens tokens = new Tokens();
  private final Map<Integer, Transaction> transactions = new TreeMap<>();
  private final Map<Integer, FDBException> lastErrors = new TreeMap<>();
  private final Set<Integer> sizesUnsure = new TreeSet<>();
  private final ReadPlayer reads = new ReadPlayer(this);
  private final LifePlayer life = new LifePlayer(this);

  /** Clears the database. That commit has number 0, and its stamp is the metadata version. */
  Player(DatabaseUnderTest underTest) {
    this.underTest = underTest;
    this.database = underTest.next();
    try (Transaction transaction = database.createTransaction()) {
      transaction.options().setAccessSystemKeys();
      transaction.clear(new byte[0], USER_END);
      transaction.clear(SYSTEM_BEGIN, SYSTEM_END);
      transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, METADATA_VERSION, new byte[14]);
      CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
      now(transaction.commit());
      tokens.add(transaction.getCommittedVersion(), now(stamp));
    }
  }

  /**
   * Runs a step.
   *
   * @return its outcome as text; a failure by its code or its kind
   */
  String play(ProgramStep step) {
    boolean leavesReads = step instanceof ReadStep.GetRange range && range.manner().take() >= 0;
    boolean parts = step instanceof WriteStep.Conflict conflict && conflict.write();
    if (leavesReads || parts || step instanceof LifeStep.Watch) {
      sizesUnsure.add(step.transaction());
    }
    try {
      if (step instanceof ReadStep read) {
        return reads.play(read, transaction(step));
      }
      if (step instanceof WriteStep write) {
        play(write, transaction(step));
        return "ok";
      }
      return life.play((LifeStep) step);
    } catch (RuntimeException failure) {
      return failureOf(step, failure);
    }
  }

  private void play(WriteStep step, Transaction transaction) {
    if (step instanceof WriteStep.Set set) {
      transaction.set(tokens.bytes(set.key()), tokens.bytes(set.value()));
    } else if (step instanceof WriteStep.Clear clear) {
      transaction.clear(tokens.bytes(clear.key()));
    } else if (step instanceof WriteStep.ClearRange clear) {
      transaction.clear(tokens.bytes(clear.begin()), tokens.bytes(clear.end()));
    } else if (step instanceof WriteStep.Mutate mutate) {
      transaction.mutate(mutate.type(), tokens.bytes(mutate.key()), tokens.bytes(mutate.operand()));
    } else if (step instanceof WriteStep.Conflict conflict) {
      byte[] begin = tokens.bytes(conflict.begin());
      byte[] end = tokens.bytes(conflict.end());
      if (conflict.write()) {
        transaction.addWriteConflictRange(begin, end);
      } else {
        transaction.addReadConflictRange(begin, end);
      }
    } else {
      throw new IllegalStateException("step of no known kind: " + step);
    }
  }

  /** The text of a failure, which becomes the last error of the step's transaction. */
  String failureOf(ProgramStep step, Throwable failure) {
    if (cause(failure) instanceof FDBException known) {
      lastErrors.put(step.transaction(), known);
    }
    return describe(failure);
  }

  static String describe(Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof FDBException known
        ? "error " + known.getCode()
        : cause.getClass().getSimpleName();
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    for (Throwable next = cause.getCause(); next != null; next = cause.getCause()) {
      cause = next;
    }
    return cause;
  }

  Database database() {
    return database;
  }

  DatabaseUnderTest underTest() {
    return underTest;
  }

  Tokens tokens() {
    return tokens;
  }

  /** The transaction of a step. It is begun if it is not there. */
  Transaction transaction(ProgramStep step) {
    return transactions.computeIfAbsent(step.transaction(), number -> begin());
  }

  /**
   * A transaction whose retries do not wait: during a wait the version might or might not move on.
   */
  private Transaction begin() {
    Transaction transaction = database.createTransaction();
    transaction.options().setMaxRetryDelay(0);
    return transaction;
  }

  /** Replaces a transaction by another one or by none. The old one is not closed. */
  void replace(int number, @Nullable Transaction transaction) {
    if (transaction == null) {
      transactions.remove(number);
    } else {
      transactions.put(number, transaction);
    }
  }

  void closeTransaction(int number) {
    Transaction old = transactions.remove(number);
    if (old != null) {
      old.close();
    }
    lastErrors.remove(number);
    sizesUnsure.remove(number);
  }

  /** Whether the approximate size of a transaction is the same on both databases. */
  boolean isSizeSure(int number) {
    return !sizesUnsure.contains(number);
  }

  FDBException lastError(int number) {
    FDBException last = lastErrors.get(number);
    return last == null ? new FDBException("given by the program", 1020) : last;
  }

  /**
   * The value of the future.
   *
   * @throws PendingException when the future takes too long
   */
  <T> T now(CompletableFuture<T> future) {
    if (!underTest.await(future, PATIENCE)) {
      throw new PendingException();
    }
    return future.join();
  }

  @Override
  public void close() {
    transactions.values().forEach(Transaction::close);
  }
}
