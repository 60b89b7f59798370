package dev.tenure.record.context;

import com.apple.foundationdb.TransactionOptions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a transaction is opened. A value: {@code with…} methods give changed copies, and throw {@link
 * IllegalArgumentException} naming the value and the limit. Engines that have no servers to choose
 * from and no load to shed take priorities, tags and traces, and change nothing for them.
 */
public final class ContextOptions {
  private static final ContextOptions DEFAULTS =
      new ContextOptions(
          ReadVersionOptions.DEFAULTS,
          LoadOptions.DEFAULTS,
          TraceOptions.DEFAULTS,
          CommitOptions.DEFAULTS);

  /** How FoundationDB ranks a transaction when it hands out read versions. */
  public enum Priority {
    DEFAULT,
    /** Waits while the cluster is busy. */
    BATCH,
    /** Ahead of all others; for the system itself. */
    IMMEDIATE
  }

  /** How a storage server ranks a transaction's reads. */
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
   * Adds a tag by which an operator can throttle transactions: 1 to 16 bytes, at most 5 different
   * ones with those of {@link #withAutoThrottleTag}.
   */
  public ContextOptions withTag(String tag) {
    return with(load.withTag(tag));
  }

  /** Adds a tag that the cluster may throttle of itself, with the limits of {@link #withTag}. */
  public ContextOptions withAutoThrottleTag(String tag) {
    return with(load.withAutoThrottleTag(tag));
  }

  /** Whether the commit may be acknowledged before it is on disk. */
  public ContextOptions withDurabilityRisky(boolean risky) {
    return with(commit.withDurabilityRisky(risky));
  }

  /**
   * Reads at a version; takes staleness and the least version back. A retry reads at it again, but
   * there is none once the version is too old.
   */
  public ContextOptions withReadVersion(long newVersion) {
    return with(version.withReadVersion(newVersion));
  }

  /**
   * Accepts a read version known from another transaction of the same {@code RecordDatabase} that
   * was current up to this long ago, at most a day; takes an explicit read version back. Commits of
   * that {@code RecordDatabase} that were answered before are always seen. Zero asks for a fresh
   * version, and so does every retry, whatever the staleness: an old version may be the cause.
   * FoundationDB reads at versions of the last five seconds.
   */
  public ContextOptions withStaleness(Duration newStaleness) {
    return with(version.withStaleness(newStaleness));
  }

  /**
   * Accepts a known read version only from this one on, for instance the version of a commit that a
   * user made through another process; otherwise a fresh one is asked for. Means something only
   * with a staleness; takes an explicit read version back. 0 accepts all.
   */
  public ContextOptions withVersionMin(long newVersionMin) {
    return with(version.withVersionMin(newVersionMin));
  }

  /** Whether the read version may miss commits acknowledged just before a failure. */
  public ContextOptions withCausalReadRisky(boolean risky) {
    return with(version.withCausalReadRisky(risky));
  }

  /**
   * Fails everything with TIMED_OUT this long after the opening of each attempt; 1 ms to a day,
   * rounded up to milliseconds. A commit that had begun may have been applied.
   */
  public ContextOptions withTimeout(Duration newTimeout) {
    return with(commit.withTimeout(newTimeout));
  }

  /** Refuses commits of more bytes, with TRANSACTION_TOO_LARGE; 32 to 10,000,000. */
  public ContextOptions withSizeLimit(int bytes) {
    return with(commit.withSizeLimit(bytes));
  }

  /** Whether COMMIT_CONFLICT names keys that were changed. Costs the cluster some work. */
  public ContextOptions withReportConflictingKeys(boolean report) {
    return with(commit.withReportConflictingKeys(report));
  }

  /**
   * Whether snapshot reads of {@link RecordContext#transaction()} and {@link RecordContext#get} see
   * the transaction's own writes, as they do by default. What stores, indexes, key spaces and
   * queues read sees them in any case: with {@code false} all those reads conflict, which costs
   * retries where many transactions meet. Of use only to an application that must see a key of its
   * own as it was before the transaction.
   */
  public ContextOptions withSnapshotReadsOwnWrites(boolean own) {
    return with(commit.withSnapshotReadsOwnWrites(own));
  }

  /** Names the transaction in FoundationDB's traces and in summaries; 1 to 100 bytes. */
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

  /** For a transaction that finds out about one of these: as urgent, at a fresh version. */
  public ContextOptions settling() {
    ContextOptions fresh = DEFAULTS.with(load);
    return timeout().map(fresh::withTimeout).orElse(fresh);
  }

  /** Sets all that is not FoundationDB's default; the read version is the opener's business. */
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
