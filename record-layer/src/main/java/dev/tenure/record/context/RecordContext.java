package dev.tenure.record.context;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.ContextMeasure;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.TransactionOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One transaction, and what the layers keep beside it: the keys they have written, checks before
 * the commit and hooks behind it, state of their own. Closed by whoever opened it; the runner
 * closes its own. Safe for use by many threads, as far as what they write does not depend on an
 * order.
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
   * The transaction, for an application's own data. Writes made here are not noted: {@link #fence}
   * cannot refuse their keys, and a transaction that only writes here has no commit marker.
   */
  public Transaction transaction() {
    return transaction;
  }

  /** The version this transaction reads at. */
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

  /** What this process gives to its transactions. */
  public TransactionEnvironment environment() {
    return opener.environment();
  }

  /** Which attempt of the runner this is, from 0; 0 outside of the runner. */
  public int attempt() {
    return name.attempt();
  }

  /**
   * Whether an earlier attempt of this run may have been applied. With commit markers the runner
   * knows that none was; without them, every attempt but the first follows such a one.
   */
  public boolean mayFollowAppliedAttempt() {
    return name.attempt() > 0 && !name.resolved();
  }

  /** The name of the run this is an attempt of; {@code context} outside of the runner. */
  public String name() {
    return name.run();
  }

  /** How the transaction was opened. */
  public ContextOptions options() {
    return options;
  }

  /**
   * The transaction as layers read it: what comes back always has this transaction's own writes in
   * it, as whoever reads a structure before changing it depends on. The only place where a layer
   * gets a snapshot reader from.
   *
   * @param snapshot without conflicts; reads conflict all the same when {@link
   *     ContextOptions#withSnapshotReadsOwnWrites} was given {@code false}, since snapshot reads
   *     would hide own writes then
   */
  public ReadTransaction reader(boolean snapshot) {
    return snapshot && options.snapshotReadsOwnWrites() ? transaction.snapshot() : transaction;
  }

  /**
   * The value of a key, null when there is none. A plain read of the application's: by snapshot it
   * sees what this transaction has written unless the options say otherwise.
   */
  public CompletableFuture<byte @Nullable []> get(byte[] key, boolean snapshot) {
    return snapshot ? transaction.snapshot().get(key) : transaction.get(key);
  }

  /**
   * Sets a key.
   *
   * @throws RecordLayerException KEY_TOO_LARGE or VALUE_TOO_LARGE; nothing is written
   * @throws IllegalStateException once the commit has ended its checks, as all writes; the commit
   *     fails then, too, when it has not been submitted
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
   * Makes the commit fail when the key is changed by another transaction, without reading it.
   *
   * @throws IllegalStateException when this context has written the key: FoundationDB takes a key
   *     out of the read conflicts that follow the transaction's own write to it, so that the fence
   *     would stand open
   */
  public void fence(byte[] key) {
    writer.fence(key);
  }

  /** As {@link #fence(byte[])}, for all keys of a range. */
  public void fence(Range range) {
    writer.fence(range);
  }

  /**
   * Runs something before the commit, which fails as the check does. Checks may read, write and add
   * checks. All that are there when the commit begins start together, in the order added, and see
   * no more of one another's writes than their timing gives; those that they add make the next
   * round, which begins when all of this one are done. So a check that must see what other checks
   * write is added by a check. After the last round, and once all {@link #whole} work has ended,
   * nothing but the layer itself writes.
   *
   * @throws IllegalStateException after the last round
   */
  public void addCommitCheck(Supplier<CompletableFuture<Void>> check) {
    life.requireWritable();
    steps.addCheck(check);
  }

  /**
   * Runs something after a successful commit, in the order added, on the thread that brings the
   * answer and before whoever waits for the commit is told: it must be short, and must not wait.
   * One that throws keeps nothing back. Refused once the commit has been submitted.
   */
  public void whenCommitted(Runnable note) {
    life.requireWritable();
    steps.addNote(note);
  }

  /** Runs something after a successful commit, in the order added, on the database's executor. */
  public void afterCommit(Runnable hook) {
    life.requireWritable();
    steps.addHook(hook);
  }

  /**
   * Runs something after {@link #close}, however the transaction ended, in the order added, on the
   * database's executor. In a run that is the end of the attempt: other attempts may follow.
   *
   * @param hook told how the transaction ended
   */
  public void afterClose(Consumer<TransactionOutcome> hook) {
    life.requireNotClosed("afterClose");
    steps.addEnd(hook);
  }

  /**
   * A number for what is written in this transaction, counted up from 0, which together with the
   * versionstamp is unique in the database.
   *
   * @throws RecordLayerException TRANSACTION_TOO_LARGE after 65,536 of them
   */
  public int nextLocalVersion() {
    life.requireWritable();
    return stamp.nextLocalVersion();
  }

  /**
   * The 10 bytes that stand for the commit in the order of all commits; asked for first before the
   * commit, done with it. Fails as the commit did once the context is closed; with FoundationDB's
   * 2021 when nothing is written; with {@link IllegalStateException} when the context is closed
   * uncommitted. In a run with commit markers it is found even for a commit whose result was
   * unknown.
   *
   * @throws IllegalStateException when asked for first after the commit
   */
  public CompletableFuture<byte[]> versionstamp() {
    return stamp.future(life);
  }

  /** How many bytes the commit would have by now, roughly; the limit is 10,000,000. */
  public CompletableFuture<Long> approximateSize() {
    return transaction.getApproximateSize();
  }

  /** Counts something of this transaction for meters and summaries; nothing when there are none. */
  public void count(RecordCounter counter, long amount) {
    if (measure != null) {
      measure.count(counter, amount);
    }
  }

  /**
   * Tells every process that this transaction changes or clears store headers or index states, so
   * that what their caches hold of any store is asked for again. Calling it again does nothing.
   */
  public void expireStoreStates() {
    writer.expireStoreStates();
  }

  /** Whether this transaction has called {@link #expireStoreStates()}. */
  public boolean hasExpiredStoreStates() {
    return writer.hasExpiredStoreStates();
  }

  /**
   * What changes with every commit that called {@link #expireStoreStates()}: store headers cached
   * under an equal value are as they were. Does not conflict. Empty when there was none yet.
   *
   * @throws IllegalStateException when this transaction has called it itself
   */
  public CompletableFuture<ByteString> storeStatesVersion() {
    if (hasExpiredStoreStates()) {
      throw new IllegalStateException("this transaction expires store states itself");
    }
    return transaction
        .snapshot()
        .get(ContextWriter.METADATA_VERSION_KEY)
        .thenApply(value -> value == null ? ByteString.EMPTY : ByteString.copyFrom(value));
  }

  /**
   * Tells a layer of every range that is cleared through this context from now on, after the clear:
   * for what it keeps in memory of the keys.
   */
  public void onClear(Consumer<Range> listener) {
    writer.onClear(listener);
  }

  /** Whether this context has written a key of the range. */
  public boolean hasWritten(Range range) {
    return writer.hasWritten(range);
  }

  /**
   * Runs just before the commit, after all checks have succeeded: for writes that a transaction may
   * not read again, or that it adds up. It must not read.
   */
  public void addLastWrite(Runnable write) {
    life.requireWritable();
    steps.addLastWrite(write);
  }

  /**
   * State that belongs to this transaction: made on the first call with a key, the same object on
   * every further one.
   */
  public <T> T attachment(Object key, Supplier<? extends T> ifAbsent) {
    return attachments.get(key, ifAbsent);
  }

  /**
   * Runs operations on the same thing in this transaction one after another: for what reads and
   * then writes the same key, since futures that are started together run together. An operation
   * must not wait for another in the same turns. The commit waits for it as {@link #whole} says.
   *
   * @param thing equal for operations that must not overlap
   */
  public <T> CompletableFuture<T> inTurn(Object thing, Supplier<CompletableFuture<T>> operation) {
    return turns.run(thing, operation);
  }

  /**
   * Runs work of several steps, of which the commit must have all writes or none. A commit that
   * begins meanwhile waits for the work, and fails when the work does. Work that begins later than
   * the end of the commit's checks cannot write.
   */
  public <T> CompletableFuture<T> whole(Supplier<CompletableFuture<T>> work) {
    PendingWork<T> pending = new PendingWork<>(gate);
    var unused = AsyncLoop.begin(work).whenComplete(pending::end);
    return pending.result();
  }

  /**
   * As {@link #whole}, of writes that wait for nothing: a commit that another thread begins
   * meanwhile has all of them.
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
   * Runs the checks and commits. A transaction that has written nothing commits without asking the
   * cluster.
   *
   * @return fails with what a check failed with, or with {@link RecordLayerException} and
   *     FoundationDB's error; the context can then only be closed. Fails with {@link
   *     IllegalStateException} when the context was closed before the answer came: the commit may
   *     have been applied
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
   * What a future of this transaction comes to, or TIMED_OUT when the transaction's time is over
   * before it has come: even when the database never answers. For reads that are waited for outside
   * of a run, which bounds its attempts itself. The transaction is then cancelled, and is still to
   * be closed. Without a time limit nothing is bounded.
   */
  public <T> CompletableFuture<T> bounded(CompletionStage<T> future) {
    return opener.told(within(future), name.run(), options);
  }

  /** As {@link #bounded}, with the plain error. */
  <T> CompletableFuture<T> within(CompletionStage<T> future) {
    ContextDeadline known = deadline;
    return known == null ? future.toCompletableFuture() : known.bound(future);
  }

  /** Gives this context its time; called once, before anything is waited for. */
  void limit(Deadlines deadlines, Duration limit) {
    deadline = new ContextDeadline(deadlines, limit, this::cancelOverdue);
  }

  private void cancelOverdue() {
    if (life.isClosed()) {
      return;
    }
    try {
      transaction.cancel();
    } catch (IllegalStateException e) {
      // The context was closed meanwhile, which is all that cancelling is for.
    }
  }

  /** Nothing of this context is waited for any more. */
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

  /** Notes that the read version is one known from another transaction. */
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

  /** How many different keys and ranges the layers have written. */
  int writtenCount() {
    return writer.written().size();
  }

  /**
   * The version of the commit, -1 when nothing was written. After a commit with unknown result that
   * proved to be applied: a version at or shortly after it, the very one when {@link
   * #versionstamp()} was asked for.
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

  /** Ends the transaction; one that is not committed never will be. Closing again does nothing. */
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
