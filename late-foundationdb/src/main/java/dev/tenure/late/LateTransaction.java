package dev.tenure.late;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionOptions;
import com.apple.foundationdb.async.AsyncUtil;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transaction whose answers are late. Calls without an answer are passed on at once. Between the
 * call of {@link #commit} and the moment at which the commit is sent below, all calls fail with
 * 2017, as they do on a cluster from the call of commit on.
 */
final class LateTransaction extends LateReads implements Transaction {
  private final Database database;
  private final Transaction below;
  private final TransactionOptions options;
  private final ReadTransaction snapshot;

  /** Whether the cluster must hear of the commit. */
  private volatile boolean writes;

  /** Whether another object has taken its place. */
  private volatile boolean replaced;

  private LateTransaction(Database database, Session session, Transaction below) {
    super(session, below);
    this.database = database;
    this.below = below;
    this.options = new TransactionOptions(this::setOption);
    this.snapshot = new LateSnapshot(this, session, below.snapshot());
  }

  /**
   * A new transaction.
   *
   * @param timeoutMillis the database's default; 0 for none
   */
  static LateTransaction begin(
      Database database,
      AnswerDelivery answers,
      long timeoutMillis,
      Transaction below,
      Executor executor) {
    UnderWay underWay = new UnderWay(executor);
    Deadline deadline = new Deadline(answers, timeoutMillis, underWay);
    return new LateTransaction(database, new Session(answers, underWay, deadline), below);
  }

  @Override
  public TransactionOptions options() {
    return options;
  }

  private void setOption(int code, byte @Nullable [] value) {
    session.silently(
        () -> {
          below.options().getOptionConsumer().setOption(code, value);
          long timeout = TimeoutOption.millis(code, value);
          if (timeout >= 0) {
            session.deadline().set(timeout);
          }
        });
  }

  @Override
  public Database getDatabase() {
    return database;
  }

  @Override
  public ReadTransaction snapshot() {
    return snapshot;
  }

  @Override
  public void addReadConflictRange(byte[] begin, byte[] end) {
    session.silently(() -> below.addReadConflictRange(begin, end));
  }

  @Override
  public void addReadConflictKey(byte[] key) {
    session.silently(() -> below.addReadConflictKey(key));
  }

  @Override
  public void addWriteConflictRange(byte[] begin, byte[] end) {
    write(() -> below.addWriteConflictRange(begin, end), !Arrays.equals(begin, end));
  }

  @Override
  public void addWriteConflictKey(byte[] key) {
    write(() -> below.addWriteConflictKey(key), true);
  }

  @Override
  public void set(byte[] key, byte[] value) {
    write(() -> below.set(key, value), true);
  }

  @Override
  public void clear(byte[] key) {
    write(() -> below.clear(key), true);
  }

  @Override
  public void clear(byte[] begin, byte[] end) {
    write(() -> below.clear(begin, end), !Arrays.equals(begin, end));
  }

  @Override
  public void clear(Range range) {
    clear(range.begin, range.end);
  }

  @Override
  @Deprecated
  @SuppressWarnings(
      "InlineMeSuggester") // the deprecated method is another's, here it is carried out
  public void clearRangeStartsWith(byte[] prefix) {
    clear(Range.startsWith(prefix));
  }

  @Override
  public void mutate(MutationType type, byte[] key, byte[] operand) {
    write(() -> below.mutate(type, key, operand), true);
  }

  private void write(Runnable call, boolean changesSomething) {
    session.silently(
        () -> {
          call.run();
          if (changesSomething) {
            writes = true;
          }
        });
  }

  @Override
  public CompletableFuture<Void> commit() {
    int refusal = session.refusal();
    if (refusal != ClientErrors.NONE) {
      return ClientErrors.failed(refusal);
    }
    return session.underWay().isCommitAsked()
        ? session.ask(AnswerKind.CLIENT, below::commit)
        : new LateCommit(session.answers(), session.underWay(), below, writes).begin();
  }

  @Override
  public Long getCommittedVersion() {
    return below.getCommittedVersion();
  }

  @Override
  public CompletableFuture<byte[]> getVersionstamp() {
    return promise(AnswerKind.STAMP, below::getVersionstamp);
  }

  @Override
  public CompletableFuture<Void> watch(byte[] key) {
    return promise(AnswerKind.WATCH, () -> below.watch(key));
  }

  private <T> CompletableFuture<T> promise(AnswerKind kind, Supplier<CompletableFuture<T>> call) {
    int refusal = session.refusal();
    return refusal == ClientErrors.NONE
        ? CommitPromise.of(session.answers(), kind, session.underWay(), call.get())
        : ClientErrors.failed(refusal);
  }

  @Override
  public CompletableFuture<Long> getApproximateSize() {
    return session.ask(AnswerKind.CLIENT, below::getApproximateSize);
  }

  @Override
  public CompletableFuture<Transaction> onError(Throwable failure) {
    if (!(ClientErrors.unwrap(failure) instanceof FDBException error)) {
      return CompletableFuture.failedFuture(ClientErrors.unwrap(failure));
    }
    if (session.deadline().hasPassed()) {
      close();
      return ClientErrors.failed(ClientErrors.TRANSACTION_TIMED_OUT);
    }
    CompletableFuture<Transaction> retried = below.onError(error);
    replaced = true;
    UnderWay next = new UnderWay(getExecutor());
    session.deadline().moveTo(next);
    CompletableFuture<Transaction> wrapped =
        retried.handle((transaction, refusal) -> next(transaction, refusal, next));
    CompletableFuture<Transaction> given = session.answers().pass(AnswerKind.CLIENT, next, wrapped);
    closeUnlessGiven(given, wrapped);
    return given;
  }

  private Transaction next(
      @Nullable Transaction transaction, @Nullable Throwable refusal, UnderWay next) {
    session.underWay().retried();
    if (refusal != null) {
      session.deadline().finish();
      throw new CompletionException(ClientErrors.unwrap(refusal));
    }
    Session following = new Session(session.answers(), next, session.deadline());
    return new LateTransaction(database, following, Objects.requireNonNull(transaction));
  }

  /** Nobody has the new transaction when the caller was told something else. */
  private static void closeUnlessGiven(
      CompletableFuture<Transaction> given, CompletableFuture<Transaction> wrapped) {
    var unused =
        given.whenComplete(
            (transaction, failure) -> {
              if (failure != null) {
                var unusedClose = wrapped.thenAccept(Transaction::close);
              }
            });
  }

  @Override
  public void cancel() {
    below.cancel();
    session.underWay().end(ClientErrors.TRANSACTION_CANCELLED);
  }

  @Override
  public <T> T run(Function<? super Transaction, T> retryable) {
    return retryable.apply(this);
  }

  @Override
  public <T> CompletableFuture<T> runAsync(
      Function<? super Transaction, ? extends CompletableFuture<T>> retryable) {
    return AsyncUtil.applySafely(retryable, this);
  }

  @Override
  public void close() {
    below.close();
    if (!replaced) {
      session.deadline().finish();
      session.underWay().close();
    }
  }
}
