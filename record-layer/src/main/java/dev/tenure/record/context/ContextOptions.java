package dev.tenure.record.context;

import com.apple.foundationdb.TransactionOptions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The options by which a transaction is opened. Immutable: a {@code with…} method returns a changed
 * copy, and throws {@link IllegalArgumentException}, with the value and its limit, when the value
 * is out of range. The embedded engine accepts priorities, tags and traces, and they have no effect
 * there. Example: {@code ContextOptions.defaults().withTag("import").withDurabilityRisky(true)}.
 */
public final class ContextOptions {
  private static final ContextOptions DEFAULTS =
      new ContextOptions(
          ReadVersionOptions.DEFAULTS,
          LoadOptions.DEFAULTS,
          TraceOptions.DEFAULTS,
          CommitOptions.DEFAULTS);

  /** The priority of a transaction when FoundationDB gives out read versions. */
  public enum Priority {
    DEFAULT,
    /** Waits while the cluster is busy. */
    BATCH,
    /** Goes ahead of all others; for the system itself. */
    IMMEDIATE
  }

  /** The priority of a transaction's reads on a storage server. */
  public enum ReadPriority {
    LOW,
    NORMAL,
    HIGH
  }

  private final ReadVersionOptions version;
  private final LoadOptions load;
  private final TraceOptions trace;
  private final CommitOptions commit;

  private ContextOptions(
      ReadVersionOptions version, LoadOptions load, TraceOptions trace, CommitOptions commit) {
    this.version = version;
    this.load = load;
    this.trace = trace;
    this.commit = commit;
  }

  /** Default priority, durable, a fresh read version, no timeout, no tags, no traces. */
  public static ContextOptions defaults() {
    return DEFAULTS;
  }

  private ContextOptions with(ReadVersionOptions newVersion) {
    return new ContextOptions(newVersion, load, trace, commit);
  }

  private ContextOptions with(LoadOptions newLoad) {
    return new ContextOptions(version, newLoad, trace, commit);
  }

  private ContextOptions with(TraceOptions newTrace) {
    return new ContextOptions(version, load, newTrace, commit);
  }

  private ContextOptions with(CommitOptions newCommit) {
    return new ContextOptions(version, load, trace, newCommit);
  }

  public ContextOptions withPriority(Priority newPriority) {
    return with(load.withPriority(newPriority));
  }

  public ContextOptions withReadPriority(ReadPriority newReadPriority) {
    return with(load.withReadPriority(newReadPriority));
  }

  /**
   * Adds a tag, by which an operator can throttle transactions. A tag has 1 to 16 bytes. A
   * transaction has at most 5 different tags, including those of {@link #withAutoThrottleTag}.
   */
  public ContextOptions withTag(String tag) {
    return with(load.withTag(tag));
  }

  /**
   * Adds a tag that the cluster may throttle without an operator. The limits are those of {@link
   * #withTag}.
   */
  public ContextOptions withAutoThrottleTag(String tag) {
    return with(load.withAutoThrottleTag(tag));
  }

  /** Whether the commit may be acknowledged before it is on disk. */
  public ContextOptions withDurabilityRisky(boolean risky) {
    return with(commit.withDurabilityRisky(risky));
  }

  /**
   * Reads at the given version, and resets staleness and minimum version. A retry reads at the same
   * version. There is no retry once the version is too old.
   */
  public ContextOptions withReadVersion(long newVersion) {
    return with(version.withReadVersion(newVersion));
  }

  /**
   * Allows a cached read version: one that another transaction of the same {@code RecordDatabase}
   * obtained, and that was current at most this long ago. The transaction still sees every commit
   * of that {@code RecordDatabase} that was answered before it. The maximum is a day, although
   * FoundationDB itself reads only at versions of the last five seconds. Zero asks for a fresh
   * version. A retry always asks for a fresh version, since the old one may be the cause of the
   * failure. An explicit read version is reset.
   */
  public ContextOptions withStaleness(Duration newStaleness) {
    return with(version.withStaleness(newStaleness));
  }

  /**
   * Rejects cached read versions below this one and asks for a fresh version instead. Example: a
   * user has just committed at version 900 through another process; with a minimum of 900 the
   * user's next transaction sees that commit. Has an effect only together with a staleness. 0
   * rejects none. An explicit read version is reset.
   */
  public ContextOptions withVersionMin(long newVersionMin) {
    return with(version.withVersionMin(newVersionMin));
  }

  /** Whether the read version may miss commits acknowledged just before a failure. */
  public ContextOptions withCausalReadRisky(boolean risky) {
    return with(version.withCausalReadRisky(risky));
  }

  /**
   * Ends each attempt this long after it was opened: all its operations then fail with TIMED_OUT. A
   * commit that had begun may have been applied. 1 ms to a day, rounded up to milliseconds.
   */
  public ContextOptions withTimeout(Duration newTimeout) {
    return with(commit.withTimeout(newTimeout));
  }

  /** Refuses a commit of more bytes than this with TRANSACTION_TOO_LARGE. 32 to 10,000,000. */
  public ContextOptions withSizeLimit(int bytes) {
    return with(commit.withSizeLimit(bytes));
  }

  /**
   * Whether the error COMMIT_CONFLICT names the keys that another transaction changed. Naming them
   * costs the cluster some work.
   */
  public ContextOptions withReportConflictingKeys(boolean report) {
    return with(commit.withReportConflictingKeys(report));
  }

  /**
   * Whether snapshot reads of {@link RecordContext#transaction()} and {@link RecordContext#get} see
   * the transaction's own writes, as they do by default. Stores, indexes, key spaces and queues see
   * them in either case. With {@code false} they read serializably instead of by snapshot, so that
   * transactions that meet on the same keys conflict and retry more often. Set it to {@code false}
   * only to see a key of the application as it was before the transaction.
   */
  public ContextOptions withSnapshotReadsOwnWrites(boolean own) {
    return with(commit.withSnapshotReadsOwnWrites(own));
  }

  /**
   * The name of the transaction in FoundationDB's traces and in transaction summaries; 1 to 100
   * bytes.
   */
  public ContextOptions withDebugIdentifier(String identifier) {
    return with(new TraceOptions(Optional.of(identifier), trace.clientLog(), trace.serverTrace()));
  }

  /** Whether the client's trace tells of every operation; needs a debug identifier. */
  public ContextOptions withClientLog(boolean log) {
    return with(new TraceOptions(trace.identifier(), log, trace.serverTrace()));
  }

  /** Whether the servers' traces tell of the transaction; needs a debug identifier. */
  public ContextOptions withServerTrace(boolean traced) {
    return with(new TraceOptions(trace.identifier(), trace.clientLog(), traced));
  }

  public Priority priority() {
    return load.priority();
  }

  public ReadPriority readPriority() {
    return load.readPriority();
  }

  public List<String> tags() {
    return load.tags();
  }

  public List<String> autoThrottleTags() {
    return load.autoThrottleTags();
  }

  public boolean durabilityRisky() {
    return commit.durabilityRisky();
  }

  public OptionalLong readVersion() {
    return version.readVersion();
  }

  public Duration staleness() {
    return version.staleness();
  }

  public long versionMin() {
    return version.versionMin();
  }

  public boolean causalReadRisky() {
    return version.causalReadRisky();
  }

  public Optional<Duration> timeout() {
    return commit.timeout();
  }

  public OptionalInt sizeLimit() {
    return commit.sizeLimit();
  }

  public boolean reportConflictingKeys() {
    return commit.reportConflictingKeys();
  }

  public boolean snapshotReadsOwnWrites() {
    return commit.snapshotReadsOwnWrites();
  }

  public Optional<String> debugIdentifier() {
    return trace.identifier();
  }

  public boolean clientLog() {
    return trace.clientLog();
  }

  public boolean serverTrace() {
    return trace.serverTrace();
  }

  /**
   * The options of a transaction that looks up whether a commit with these options was applied: the
   * same priority, a fresh read version.
   */
  public ContextOptions settling() {
    ContextOptions fresh = DEFAULTS.with(load);
    return timeout().map(fresh::withTimeout).orElse(fresh);
  }

  /**
   * Sets the options that differ from FoundationDB's defaults, except the read version, which the
   * opener sets.
   */
  void apply(TransactionOptions settings) {
    load.apply(settings);
    version.apply(settings);
    commit.apply(settings);
    trace.apply(settings);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ContextOptions options
        && version.equals(options.version)
        && load.equals(options.load)
        && trace.equals(options.trace)
        && commit.equals(options.commit);
  }

  @Override
  public int hashCode() {
    return Objects.hash(version, load, trace, commit);
  }

  @Override
  public String toString() {
    return "ContextOptions[" + version + ", " + load + ", " + trace + ", " + commit + "]";
  }
}
