package dev.tenure.record;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
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
  /**
   * FoundationDB's own key for this: it travels with read versions, so reading it costs nothing.
   */
  private static final byte[] METADATA_VERSION_KEY =
      "\u00ff/metadataVersion".getBytes(StandardCharsets.ISO_8859_1);

  /** The only value FoundationDB takes for it: a stamp of the commit at offset 0. */
  private static final byte[] METADATA_VERSION_STAMP = new byte[14];

  private enum Phase {
    OPEN,
    COMMITTING,
    SUBMITTED,
    COMMITTED,
    FAILED,
    CLOSED
  }

  private final RecordDatabase database;
  private final Transaction transaction;
  private final Instant now;
  private final int attempt;
  private final WrittenKeys written = new WrittenKeys();
  private final CommitSteps steps = new CommitSteps();
  private final Turns turns = new Turns();
  private final Map<Object, Object> attachments = new HashMap<>();
  private final AtomicBoolean storeStatesExpired = new AtomicBoolean();
  private volatile Phase phase = Phase.OPEN;
  private volatile boolean submitted;
  private volatile boolean closed;
  private volatile long committedVersion;

  RecordContext(RecordDatabase database, Transaction transaction, int attempt) {
    this.database = database;
    this.transaction = transaction;
    this.now = database.clock().instant();
    this.attempt = attempt;
  }

  /**
   * The transaction, for an application's own data. Writes made here are not noted: {@link #fence}
   * cannot refuse their keys, and a transaction that only writes here has no lane.
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
    return database.random();
  }

  public RecordDatabase database() {
    return database;
  }

  /** Which attempt of the runner this is, from 0; 0 outside of the runner. */
  public int attempt() {
    return attempt;
  }

  /** The value of a key, null when there is none. */
  public CompletableFuture<byte @Nullable []> get(byte[] key, boolean snapshot) {
    return snapshot ? transaction.snapshot().get(key) : transaction.get(key);
  }

  /**
   * Sets a key.
   *
   * @throws RecordLayerException KEY_TOO_LARGE or VALUE_TOO_LARGE; nothing is written
   */
  public void set(byte[] key, byte[] value) {
    requireWritable();
    KeyValueLimits.requireKey(key);
    KeyValueLimits.requireValue(key, value);
    written.add(key);
    transaction.set(key, value);
  }

  /** Clears a key. */
  public void clear(byte[] key) {
    requireWritable();
    KeyValueLimits.requireKey(key);
    written.add(key);
    transaction.clear(key);
  }

  /** Clears all keys of a range. */
  public void clear(Range range) {
    requireWritable();
    written.add(range);
    transaction.clear(range);
  }

  /** Applies an atomic operation. */
  public void mutate(MutationType type, byte[] key, byte[] operand) {
    requireWritable();
    KeyValueLimits.requireKey(key);
    KeyValueLimits.requireValue(key, operand);
    written.add(key);
    transaction.mutate(type, key, operand);
  }

  /**
   * Makes the commit fail when the key is changed by another transaction, without reading it.
   *
   * @throws IllegalStateException when this context has written the key: FoundationDB takes a key
   *     out of the read conflicts that follow the transaction's own write to it, so that the fence
   *     would stand open
   */
  public void fence(byte[] key) {
    requireWritable();
    if (written.contains(key)) {
      throw new IllegalStateException(
          "fence after this transaction's own write to the key "
              + ByteArrayUtil.printable(key)
              + ": fence first, then write");
    }
    transaction.addReadConflictKey(key);
  }

  /** As {@link #fence(byte[])}, for all keys of a range. */
  public void fence(Range range) {
    requireWritable();
    if (written.intersects(range)) {
      throw new IllegalStateException(
          "fence after this transaction's own write in the range "
              + ByteArrayUtil.printable(range.begin)
              + " to "
              + ByteArrayUtil.printable(range.end)
              + ": fence first, then write");
    }
    transaction.addReadConflictRange(range.begin, range.end);
  }

  /**
   * Runs something before the commit, which fails as the check does. Checks may read, write and add
   * checks; they start together.
   */
  public void addCommitCheck(Supplier<CompletableFuture<Void>> check) {
    requireWritable();
    steps.addCheck(check);
  }

  /** Runs something after a successful commit, in the order added, on the database's executor. */
  public void afterCommit(Runnable hook) {
    requireWritable();
    steps.addHook(hook);
  }

  /**
   * Tells every process that this transaction changes or clears store headers or index states, so
   * that what their caches hold of any store is asked for again. Calling it again does nothing.
   */
  public void expireStoreStates() {
    requireWritable();
    if (storeStatesExpired.compareAndSet(false, true)) {
      transaction.mutate(
          MutationType.SET_VERSIONSTAMPED_VALUE, METADATA_VERSION_KEY, METADATA_VERSION_STAMP);
    }
  }

  /** Whether this transaction has called {@link #expireStoreStates()}. */
  public boolean hasExpiredStoreStates() {
    return storeStatesExpired.get();
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
        .get(METADATA_VERSION_KEY)
        .thenApply(value -> value == null ? ByteString.EMPTY : ByteString.copyFrom(value));
  }

  /** Whether this context has written a key of the range. */
  public boolean hasWritten(Range range) {
    return written.intersects(range);
  }

  /**
   * Runs just before the commit, after all checks have succeeded: for writes that a transaction may
   * not read again, or that it adds up. It must not read.
   */
  public void addLastWrite(Runnable write) {
    requireWritable();
    steps.addLastWrite(write);
  }

  /**
   * State that belongs to this transaction: made on the first call with a key, the same object on
   * every further one.
   */
  @SuppressWarnings("unchecked") // whoever knows the key knows the type of what it stands for
  public <T> T attachment(Object key, Supplier<? extends T> ifAbsent) {
    synchronized (attachments) {
      Object attached = attachments.get(key);
      if (attached == null) {
        attached = ifAbsent.get();
        attachments.put(key, attached);
      }
      return (T) attached;
    }
  }

  /**
   * Runs operations on the same thing in this transaction one after another: for what reads and
   * then writes the same key, since futures that are started together run together. An operation
   * must not wait for another in the same turns.
   *
   * @param thing equal for operations that must not overlap
   */
  public <T> CompletableFuture<T> inTurn(Object thing, Supplier<CompletableFuture<T>> operation) {
    return turns.run(thing, operation);
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
    synchronized (steps) {
      if (phase != Phase.OPEN) {
        throw new IllegalStateException("commit of a context that is " + phase);
      }
      phase = Phase.COMMITTING;
    }
    Instant started = database.clock().instant();
    CompletableFuture<Void> result = new CompletableFuture<>();
    var unused =
        steps
            .runChecks()
            .thenCompose(
                nothing -> {
                  steps.runLastWrites();
                  return lastStep.get();
                })
            .thenCompose(
                nothing -> {
                  phase = Phase.SUBMITTED;
                  submitted = true;
                  return transaction.commit();
                })
            .whenComplete((nothing, error) -> finish(started, error, result));
    return result;
  }

  private void finish(Instant started, @Nullable Throwable error, CompletableFuture<Void> result) {
    if (error != null) {
      phase = Phase.FAILED;
      result.completeExceptionally(RecordLayerException.of(error));
      return;
    }
    long version;
    try {
      version = transaction.getCommittedVersion();
    } catch (IllegalStateException closedMeanwhile) {
      result.completeExceptionally(closedMeanwhile);
      return;
    }
    committed(version, started);
    result.complete(null);
  }

  /** Notes that the commit was applied; -1 for one that wrote nothing. */
  void committed(long version, Instant started) {
    committedVersion = version;
    phase = Phase.COMMITTED;
    if (version > 0) {
      database.readVersions().learn(version, started);
    }
    steps.startHooks(database.executor());
  }

  /** Whether a layer has written anything. */
  boolean hasWritten() {
    return !written.isEmpty();
  }

  /** Whether the commit has gone out to the database, whatever came back. */
  boolean wasSubmitted() {
    return submitted;
  }

  /** How many different keys and ranges the layers have written. */
  int writtenCount() {
    return written.size();
  }

  /**
   * The version of the commit, -1 when nothing was written. After a commit with unknown result that
   * proved to be applied: a version at or shortly after it.
   *
   * @throws IllegalStateException when there was no successful commit
   */
  public long committedVersion() {
    if (phase != Phase.COMMITTED) {
      throw new IllegalStateException("no committed version: the context is " + phase);
    }
    return committedVersion;
  }

  /** As {@link RecordDatabase#join}. */
  public <T> T join(CompletableFuture<T> future) {
    return database.join(future);
  }

  /** Ends the transaction; one that is not committed never will be. Closing again does nothing. */
  @Override
  public void close() {
    synchronized (steps) {
      if (closed) {
        return;
      }
      closed = true;
      if (phase != Phase.COMMITTED) {
        phase = Phase.CLOSED;
      }
    }
    transaction.close();
  }

  private void requireWritable() {
    if (phase != Phase.OPEN && phase != Phase.COMMITTING) {
      throw new IllegalStateException("the context is " + phase + ", it takes no more work");
    }
  }
}
