package dev.tenure.record.context;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.ContextMeasure;
import dev.tenure.record.meter.QueryListener;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.TransactionOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One transaction, with the state that the layers above the database keep for it: the keys written,
 * checks to run before the commit, hooks to run after it, and attachments. The caller that opened a
 * context closes it; the runner closes the contexts that it opened. Safe for use by many threads,
 * except that the order of their writes is then undefined.
 */
public final class RecordContext implements AutoCloseable {
  private final ContextOpener opener;
  private final Transaction transaction;
  private final ContextOptions options;
  private final ContextName name;
  private final @Nullable ContextMeasure measure;
  private final Instant now;
  private final ContextLife life = new ContextLife();
  private final ContextWriter writer;
  private final CommitGate gate = new CommitGate(life);
  private final CommitSteps steps = new CommitSteps(gate);
  private final CommitStamp stamp;
  private final ContextCommit commit;
  private final Turns turns = new Turns(gate);
  private final Attachments attachments = new Attachments();
  private volatile long knownVersion;
  private volatile @Nullable ContextDeadline deadline;

  RecordContext(
      ContextOpener opener,
      Transaction transaction,
      ContextOptions options,
      ContextName name,
      @Nullable ContextMeasure measure) {
    this.opener = opener;
    this.transaction = transaction;
    this.options = options;
    this.name = name;
    this.measure = measure;
    this.now = opener.environment().clock().instant();
    this.writer = new ContextWriter(transaction, gate);
    this.stamp = new CommitStamp(transaction);
    this.commit = new ContextCommit(this, life, steps, gate, stamp, measure);
  }

  /**
   * The transaction below, for an application's own data. The context does not record the writes
   * that are made here. So {@link #fence} cannot refuse their keys, and a transaction that writes
   * only here has no commit marker.
   */
  public Transaction transaction() {
    return transaction;
  }

  /** The version at which this transaction reads. */
  public CompletableFuture<Long> readVersion() {
    return transaction.getReadVersion();
  }

  /** The time at which this context was opened. */
  public Instant now() {
    return now;
  }

  public RandomGenerator random() {
    return opener.environment().random();
  }

  /** The environment that this process gives to its transactions. */
  public TransactionEnvironment environment() {
    return opener.environment();
  }

  /** The listeners that are told of queries. */
  public List<QueryListener> queryListeners() {
    return opener.observation().queries();
  }

  /** The number of this attempt within its run, from 0; 0 outside of a run. */
  public int attempt() {
    return name.attempt();
  }

  /**
   * Whether an earlier attempt of this run may have been applied. Without commit markers this is so
   * in every attempt but the first. With commit markers the runner has found out that no earlier
   * attempt was applied.
   */
  public boolean mayFollowAppliedAttempt() {
    return name.attempt() > 0 && !name.resolved();
  }

  /** The name of the run that this attempt belongs to; {@code context} outside of a run. */
  public String name() {
    return name.run();
  }

  /** The options with which the transaction was opened. */
  public ContextOptions options() {
    return options;
  }

  /**
   * The reader that layers use. Its reads always see this transaction's own writes, because a layer
   * that changes a structure first reads the structure. A layer must obtain snapshot reads here and
   * nowhere else.
   *
   * @param snapshot whether reads cause no conflicts. With {@link
   *     ContextOptions#withSnapshotReadsOwnWrites} set to {@code false} they cause conflicts
   *     nevertheless, since snapshot reads would then hide the transaction's own writes
   */
  public ReadTransaction reader(boolean snapshot) {
    return snapshot && options.snapshotReadsOwnWrites() ? transaction.snapshot() : transaction;
  }

  /**
   * The value of a key, null when the key does not exist. For an application's own keys: a snapshot
   * read sees the transaction's own writes, unless {@link
   * ContextOptions#withSnapshotReadsOwnWrites} was given {@code false}.
   */
  public CompletableFuture<byte @Nullable []> get(byte[] key, boolean snapshot) {
    return snapshot ? transaction.snapshot().get(key) : transaction.get(key);
  }

  /**
   * Sets a key.
   *
   * @throws RecordLayerException KEY_TOO_LARGE or VALUE_TOO_LARGE; nothing is written
   * @throws IllegalStateException when the commit checks have ended, as for every write. The commit
   *     then fails, too, unless it was already sent
   */
  public void set(byte[] key, byte[] value) {
    writer.set(key, value);
  }

  /** Clears a key. */
  public void clear(byte[] key) {
    writer.clear(key);
  }

  /** Clears all keys of a range. */
  public void clear(Range range) {
    writer.clear(range);
  }

  /** Applies an atomic operation. */
  public void mutate(MutationType type, byte[] key, byte[] operand) {
    writer.mutate(type, key, operand);
  }

  /**
   * Adds a read conflict on a key without reading it: the commit fails when another transaction
   * changes the key.
   *
   * @throws IllegalStateException when this context has written the key. FoundationDB ignores read
   *     conflicts that are added after the transaction's own write to the key, so the fence would
   *     have no effect
   */
  public void fence(byte[] key) {
    writer.fence(key);
  }

  /** As {@link #fence(byte[])}, for each key of a range. */
  public void fence(Range range) {
    writer.fence(range);
  }

  /**
   * Adds a check that runs before the commit. When the check fails, the commit fails with its
   * error. A check may read, write and add further checks. Checks run in rounds:
   *
   * <ul>
   *   <li>The first round has all checks that were added before the commit. They start together, in
   *       the order in which they were added, and need not see one another's writes.
   *   <li>The checks that a round adds are the next round, which begins when the whole round has
   *       ended. So a check that must see what other checks write is added by a check.
   *   <li>After the last round, and when all {@link #whole} work has ended, writes are refused.
   * </ul>
   *
   * @throws IllegalStateException after the last round
   */
  public void addCommitCheck(Supplier<CompletableFuture<Void>> check) {
    life.requireWritable();
    steps.addCheck(check);
  }

  /**
   * Adds an action that runs after a successful commit, on the thread that receives the answer,
   * before the future of {@link #commit} is completed. Actions run in the order in which they were
   * added; an error of one does not affect the next. An action must be short and must not wait. No
   * action can be added after the commit was sent.
   */
  public void whenCommitted(Runnable note) {
    life.requireWritable();
    steps.addNote(note);
  }

  /** Adds a hook that runs after a successful commit, on the database's executor, in order. */
  public void afterCommit(Runnable hook) {
    life.requireWritable();
    steps.addHook(hook);
  }

  /**
   * Adds a hook that runs after {@link #close}, on the database's executor, whether or not the
   * transaction was committed. Hooks run in the order in which they were added. In a run the hook
   * runs at the end of its attempt, and other attempts may follow.
   *
   * @param hook told how the transaction ended
   */
  public void afterClose(Consumer<TransactionOutcome> hook) {
    life.requireNotClosed("afterClose");
    steps.addEnd(hook);
  }

  /**
   * A number that counts up from 0 within this transaction. Versionstamp and number together are
   * unique in the database.
   *
   * @throws RecordLayerException TRANSACTION_TOO_LARGE after 65,536 of them
   */
  public int nextLocalVersion() {
    life.requireWritable();
    return stamp.nextLocalVersion();
  }

  /**
   * The versionstamp of the commit: 10 bytes that order all commits of the database. The first call
   * must come before the commit; the future completes with the commit. In a run with commit markers
   * the versionstamp is found even when the result of the commit was unknown. The future fails
   *
   * <ul>
   *   <li>with the commit's error, when the commit failed and the context is closed;
   *   <li>with FoundationDB's error 2021, when the transaction wrote nothing;
   *   <li>with {@link IllegalStateException}, when the context is closed without a commit.
   * </ul>
   *
   * @throws IllegalStateException when the first call comes after the commit
   */
  public CompletableFuture<byte[]> versionstamp() {
    return stamp.future(life);
  }

  /** The approximate size of the commit so far, in bytes; the limit is 10,000,000. */
  public CompletableFuture<Long> approximateSize() {
    return transaction.getApproximateSize();
  }

  /** Adds to a counter for meters and summaries; does nothing when the database has neither. */
  public void count(RecordCounter counter, long amount) {
    if (measure != null) {
      measure.count(counter, amount);
    }
  }

  /**
   * Invalidates, with this transaction's commit, the cached headers and index states of all stores
   * in all processes. A transaction that changes or clears a header or an index state must call it.
   * Calling it again does nothing.
   */
  public void expireStoreStates() {
    writer.expireStoreStates();
  }

  /** Whether this transaction has called {@link #expireStoreStates()}. */
  public boolean hasExpiredStoreStates() {
    return writer.hasExpiredStoreStates();
  }

  /**
   * A value that changes with every commit that called {@link #expireStoreStates()}; empty before
   * the first such commit. A header that was cached under an equal value is still current. Reading
   * it causes no conflict.
   *
   * @throws IllegalStateException when this transaction has called it itself
   */
  public CompletableFuture<ByteString> storeStatesVersion() {
    return writer.storeStatesVersion(transaction.snapshot());
  }

  /**
   * Adds a listener that is called after each clear of a range through this context. A layer that
   * caches values in memory uses it to forget those of the cleared keys.
   */
  public void onClear(Consumer<Range> listener) {
    writer.onClear(listener);
  }

  /** Whether this context has written a key of the range. */
  public boolean hasWritten(Range range) {
    return writer.hasWritten(range);
  }

  /** The keys that were written through this context so far. */
  public WrittenKeys written() {
    return writer.written();
  }

  /**
   * Adds an action that runs just before the commit, after all checks have succeeded: for writes
   * that cannot be read afterwards, such as versionstamped ones. The action must not read.
   */
  public void addLastWrite(Runnable write) {
    life.requireWritable();
    steps.addLastWrite(write);
  }

  /** State of this transaction, made on the first call with a key, the same on further ones. */
  public <T> T attachment(Object key, Supplier<? extends T> ifAbsent) {
    return attachments.get(key, ifAbsent);
  }

  /**
   * Runs an operation after all earlier operations on the same thing in this transaction. Two
   * operations that each read a key and then write it need this, since without it they would both
   * read before either writes. An operation must not wait for a later operation on the same thing.
   * The commit waits for operations as {@link #whole} describes.
   *
   * @param thing a key with {@code equals}; operations with equal things do not overlap
   */
  public <T> CompletableFuture<T> inTurn(Object thing, Supplier<CompletableFuture<T>> operation) {
    return turns.run(thing, operation);
  }

  /**
   * Runs work of several steps, so that the commit has all its writes or none. A commit that begins
   * before the work has ended waits for the work, and fails when the work fails. Work that begins
   * after the commit checks have ended cannot write.
   */
  public <T> CompletableFuture<T> whole(Supplier<CompletableFuture<T>> work) {
    PendingWork<T> pending = new PendingWork<>(gate);
    var unused = AsyncLoop.begin(work).whenComplete(pending::end);
    return pending.result();
  }

  /**
   * As {@link #whole}, for writes that wait for nothing. A commit that another thread begins at the
   * same time has all of the writes or none.
   *
   * @throws IllegalStateException as {@link #set} does
   */
  public <T> T together(Supplier<T> writes) {
    gate.enterWrite();
    try {
      return writes.get();
    } finally {
      gate.leave();
    }
  }

  /**
   * Runs the commit checks, then commits. The commit of a transaction that has written nothing
   * sends no request to the cluster.
   *
   * @return fails with the error of a check, or with a {@link RecordLayerException} that holds
   *     FoundationDB's error; the context can then only be closed. Fails with {@link
   *     IllegalStateException} when the context was closed before the answer came; the commit may
   *     then have been applied
   * @throws IllegalStateException when commit was called before, or the context is closed
   */
  public CompletableFuture<Void> commit() {
    return commit(() -> CompletableFuture.completedFuture(null));
  }

  /** As {@link #commit()}, with a last step between the checks and the commit. */
  CompletableFuture<Void> commit(Supplier<CompletableFuture<Void>> lastStep) {
    return commit.run(lastStep);
  }

  /**
   * The given future, which fails with TIMED_OUT when the transaction's time limit passes first,
   * even when the database never answers. The transaction is then cancelled, and the caller still
   * has to close it. Use it for reads outside of a run; a run bounds its attempts itself. Without a
   * time limit the future is not bounded.
   */
  public <T> CompletableFuture<T> bounded(CompletionStage<T> future) {
    return opener.told(within(future), name.run(), options);
  }

  /**
   * As {@link #bounded}, but fails with TIMED_OUT itself and not with the error that a {@link
   * TimeoutError} makes of it.
   */
  <T> CompletableFuture<T> within(CompletionStage<T> future) {
    ContextDeadline known = deadline;
    return known == null ? future.toCompletableFuture() : known.bound(future);
  }

  /**
   * Sets the time limit of this context. Called once, before the context waits for the database.
   */
  void limit(Deadlines deadlines, Duration limit) {
    deadline = new ContextDeadline(deadlines, limit, this::cancelOverdue);
  }

  private void cancelOverdue() {
    if (life.isClosed()) {
      return;
    }
    try {
      transaction.cancel();
    } catch (RuntimeException e) {
      // The context was closed meanwhile, which is all that cancelling is for; or the process's
      // executor rejects the client's tasks. What waits for this context ends all the same.
    }
  }

  /** Ends the time limit, because this context waits for nothing more. */
  void endLimit() {
    ContextDeadline known = deadline;
    if (known != null) {
      known.end();
    }
  }

  /** The opener, for the commit of this context. */
  ContextOpener opener() {
    return opener;
  }

  /** The commit of this context, for the runner. */
  ContextCommit commitState() {
    return commit;
  }

  /** Notes that the read version was taken from another transaction. */
  void usesKnownVersion(long version) {
    knownVersion = version;
  }

  /** The read version of another transaction that this one uses; 0 when it has its own. */
  long knownVersion() {
    return knownVersion;
  }

  /** Whether a layer has written anything. */
  boolean hasWritten() {
    return !writer.written().isEmpty();
  }

  /**
   * The version of the commit; -1 when the transaction wrote nothing. For a commit whose result was
   * unknown and that was found to be applied, this is the commit's version if {@link
   * #versionstamp()} was called, and otherwise a version at or shortly after it.
   *
   * @throws IllegalStateException when there was no successful commit
   */
  public long committedVersion() {
    return life.committedVersion();
  }

  /** As {@link TransactionEnvironment#join}. */
  public <T> T join(CompletableFuture<T> future) {
    return opener.environment().join(future);
  }

  /**
   * Ends the transaction. A transaction that was not committed before is not committed any more.
   * Closing again does nothing.
   */
  @Override
  public void close() {
    if (!life.close()) {
      return;
    }
    endLimit();
    transaction.close();
    if (measure != null) {
      measure.ended(
          name.run(), name.attempt(), options.debugIdentifier(), life.outcome(), life.errorCode());
    }
    commit.ended();
  }
}
