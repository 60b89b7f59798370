package dev.tenure.embedded.transaction;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MappedKeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.range.ConflictRules;
import dev.tenure.embedded.range.RangeBatch;
import dev.tenure.embedded.range.RangeLimits;
import dev.tenure.embedded.range.Selector;
import dev.tenure.embedded.range.StoredRanges;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.WriteSegments;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads an index range together with the records that its rows name. It reads stored rows only, and
 * fails with 2039 when the transaction has written in a range that it would read.
 */
final class MappedReads {
  private final TransactionAttempt attempt;
  private final byte[] mapper;

  MappedReads(TransactionAttempt attempt, byte[] mapper) {
    this.attempt = attempt;
    this.mapper = mapper;
  }

  CompletableFuture<RangeBatch> read(
      KeySelector from, KeySelector to, RangeLimits limits, boolean reverse) {
    synchronized (attempt) {
      int refusal = refusal(from, to, limits);
      if (refusal != TransactionAttempt.NONE) {
        return TransactionAttempt.failed(refusal);
      }
      Selector begin = Selector.of(from);
      Selector end = Selector.of(to);
      if (limits.isReached() || (begin.offset() >= end.offset() && begin.isAtOrAfter(end.key()))) {
        return CompletableFuture.completedFuture(RangeBatch.EMPTY);
      }
      if (attempt.options.readYourWritesDisabled) {
        return TransactionAttempt.failed(FdbErrors.UNSUPPORTED_OPERATION);
      }
      attempt.noteRead();
      return StoredRead.start(
          attempt, (stored, seen) -> read(stored, begin, end, limits, reverse), null, false);
    }
  }

  private int refusal(KeySelector from, KeySelector to, RangeLimits limits) {
    int spoiled = attempt.spoiledBy();
    if (spoiled == TransactionAttempt.NONE && SpecialKeys.holds(from, to)) {
      return FdbErrors.CLIENT_INVALID_OPERATION;
    }
    return new ReadPath(attempt).rangeRefusal(from, to, limits);
  }

  private RangeBatch read(
      StoredRanges stored, Selector begin, Selector end, RangeLimits limits, boolean reverse) {
    RangeBatch index = stored.read(begin, end, limits, reverse);
    List<KeyValue> mapped = map(stored, index.rows());
    byte[] readEnd = attempt.options.readEnd();
    addConflict(ConflictRules.ofRange(begin, end, index, reverse, readEnd));
    for (KeyValue each : mapped) {
      MappedKeyValue row = (MappedKeyValue) each;
      byte[] from = row.getRangeBegin();
      boolean single = row.getRangeEnd().length == 0;
      addConflict(new Range(from, single ? KeyBytes.after(from) : row.getRangeEnd()));
    }
    return new RangeBatch(mapped, index.more(), index.reachedBegin(), index.reachedEnd());
  }

  private List<KeyValue> map(StoredRanges stored, List<KeyValue> index) {
    if (index.isEmpty()) {
      return List.of();
    }
    RecordMapper records = RecordMapper.parse(mapper);
    List<KeyValue> mapped = new ArrayList<>(index.size());
    for (int i = 0; i < index.size(); i++) {
      boolean border = i == 0 || i == index.size() - 1;
      mapped.add(mapRow(stored, records, index.get(i), border));
    }
    return mapped;
  }

  /** A mapper that names single keys gives none of their values, and only border rows' own keys. */
  private static MappedKeyValue mapRow(
      StoredRanges stored, RecordMapper records, KeyValue row, boolean border) {
    byte[] key = records.keyFor(row);
    if (!records.isRange()) {
      byte[] own = border ? row.getKey().clone() : KeyBytes.EMPTY;
      byte[] ownValue = border ? row.getValue().clone() : KeyBytes.EMPTY;
      return new MappedKeyValue(own, ownValue, key, KeyBytes.EMPTY, List.of());
    }
    byte[] end = ByteArrayUtil.strinc(key);
    List<KeyValue> found =
        stored.reader().range(key, end, false, Integer.MAX_VALUE, Integer.MAX_VALUE);
    return new MappedKeyValue(
        row.getKey().clone(), row.getValue().clone(), key, end, ReadPath.owned(found));
  }

  /**
   * Adds the range as a read conflict up to the first own write in it; such a write is an error.
   */
  private void addConflict(Range range) {
    if (!KeyBytes.isBefore(range.begin, range.end)) {
      return;
    }
    WriteSegments segments = new WriteSegments(attempt.writes);
    for (segments.seek(range.begin);
        KeyBytes.isBefore(segments.begin(), range.end);
        segments.next()) {
      if (!segments.isUntouched()) {
        throw FdbErrors.exception(FdbErrors.GET_MAPPED_RANGE_READS_YOUR_WRITES);
      }
      attempt.approximateSize += CommitSize.ofRange(range.begin, range.end);
      attempt.readConflicts.add(
          KeyBytes.greatest(range.begin, segments.begin()),
          KeyBytes.least(range.end, segments.end()));
    }
  }
}
