package dev.tenure.bench.life;

import dev.tenure.bench.fleet.Site;
import dev.tenure.record.meter.MemoryMeters;
import dev.tenure.record.meter.RecordCounter;

/**
 * What transactions of one name did in one process.
 *
 * @param reads of one key
 * @param keysRead found by reads of one key and of ranges
 * @param keysWritten set, changed or cleared one by one, the runner's own among them
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
