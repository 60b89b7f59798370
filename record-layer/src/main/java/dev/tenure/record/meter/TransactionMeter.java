package dev.tenure.record.meter;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MappedKeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Counts the operations of one transaction. Safe for use by many threads. */
public final class TransactionMeter {
  private final InstantSource clock;
  private final Tally tally = new Tally();
  private final AtomicBoolean versionAsked = new AtomicBoolean();
  private volatile @Nullable Duration readVersionWait;

  public TransactionMeter(InstantSource clock) {
    this.clock = clock;
  }

  /** A meter for a part of a transaction, which does not measure the wait for the read version. */
  public static TransactionMeter ofReads(InstantSource clock) {
    TransactionMeter meter = new TransactionMeter(clock);
    meter.versionAsked.set(true);
    return meter;
  }

  /** As {@link #around(Transaction)}, for reads only. */
  public ReadTransaction aroundReads(ReadTransaction reads) {
    return new CountingReads(reads, this);
  }

  /**
   * Wraps the transaction so that all reads and writes through it and its snapshot are counted. The
   * futures of reads are not those of the wrapped transaction: cancelling one does not cancel the
   * read.
   */
  public Transaction around(Transaction transaction) {
    return new CountingTransaction(transaction, this);
  }

  public void add(RecordCounter counter, long amount) {
    tally.add(counter, amount);
  }

  /** The counts so far, without counters that are zero. */
  public Map<RecordCounter, Long> counts() {
    return tally.snapshot();
  }

  /** The time that the transaction waited for its read version; empty before it has one. */
  public Optional<Duration> readVersionWait() {
    return Optional.ofNullable(readVersionWait);
  }

  /** Called before each read, of which the first one requests the read version. */
  void needsVersion(ReadTransaction transaction) {
    if (!versionAsked.compareAndSet(false, true)) {
      return;
    }
    Instant asked = clock.instant();
    var unused =
        transaction
            .getReadVersion()
            .thenAccept(version -> readVersionWait = Duration.between(asked, clock.instant()));
  }

  void found(KeyValue row) {
    long keys = 1;
    long bytes = bytes(row);
    if (row instanceof MappedKeyValue mapped) {
      for (KeyValue inner : mapped.getRangeResult()) {
        keys++;
        bytes += bytes(inner);
      }
    }
    add(RecordCounter.KEYS_READ, keys);
    add(RecordCounter.BYTES_READ, bytes);
  }

  void found(int bytes) {
    add(RecordCounter.KEYS_READ, 1);
    add(RecordCounter.BYTES_READ, bytes);
  }

  void wrote(int bytes) {
    add(RecordCounter.KEYS_WRITTEN, 1);
    add(RecordCounter.BYTES_WRITTEN, bytes);
  }

  private static long bytes(KeyValue row) {
    return (long) row.getKey().length + row.getValue().length;
  }
}
