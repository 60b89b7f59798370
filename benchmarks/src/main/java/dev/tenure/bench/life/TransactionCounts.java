package dev.tenure.bench.life;

import dev.tenure.bench.fleet.Site;
import dev.tenure.record.meter.MemoryMeters;
import dev.tenure.record.meter.RecordCounter;

/**
 * The counts of all transactions with one name in one process.
 *
 * @param reads the number of reads of one key
 * @param keysRead the number of keys found by reads of one key and of ranges
 * @param keysWritten the number of keys set, changed or cleared one by one, including those of the
 *     runner
 */
record TransactionCounts(
    long transactions,
    long reads,
    long rangeReads,
    long keysRead,
    long keysWritten,
    long rangesCleared) {

  static TransactionCounts of(Site site, String run) {
    MemoryMeters meters = site.meters();
    return new TransactionCounts(
        meters.count(RecordCounter.TRANSACTIONS_COMMITTED, run),
        meters.count(RecordCounter.READS, run),
        meters.count(RecordCounter.RANGE_READS, run),
        meters.count(RecordCounter.KEYS_READ, run),
        meters.count(RecordCounter.KEYS_WRITTEN, run),
        meters.count(RecordCounter.RANGES_CLEARED, run));
  }

  TransactionCounts minus(TransactionCounts before) {
    return new TransactionCounts(
        transactions - before.transactions,
        reads - before.reads,
        rangeReads - before.rangeReads,
        keysRead - before.keysRead,
        keysWritten - before.keysWritten,
        rangesCleared - before.rangesCleared);
  }
}
