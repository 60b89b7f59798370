package dev.tenure.record.index.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.PendingCounts;
import java.util.NavigableMap;
import java.util.Optional;

/** Checks the numbers of groups. A group without records may have the number 0 or no row. */
record CounterAudit(GroupColumns columns, Counter counter) implements GroupAudit {

  @Override
  public void add(IndexKeys keys, IndexedRecord record, NavigableMap<byte[], byte[]> rows) {
    for (GroupColumns.Row row : counter.rows(columns, record)) {
      long amount = counter.amount(columns, row, record);
      rows.merge(
          keys.key(row.group()),
          PendingCounts.encode(amount),
          (old, more) -> PendingCounts.encode(number(old) + amount));
    }
  }

  /** ABSENT_ZERO for an expected number 0, since only the existence of the row is lost. */
  @Override
  public IndexAudit.Kind kindOfAbsent(byte[] expected) {
    return number(expected) == 0 ? IndexAudit.Kind.ABSENT_ZERO : IndexAudit.Kind.MISSING;
  }

  /**
   * Whether the number is correct. A count of saves may be greater than the number of records.
   * Without clear-when-zero, a group that has records must have a row.
   */
  @Override
  public boolean accepts(Optional<byte[]> found, Optional<byte[]> expected) {
    if (found.isPresent() && !isReadable(found.get())) {
      return false;
    }
    long there = found.map(CounterAudit::number).orElse(0L);
    long wanted = expected.map(CounterAudit::number).orElse(0L);
    boolean clears = columns.index().index().has(Index.CLEAR_WHEN_ZERO);
    if (found.isEmpty() && expected.isPresent() && !clears) {
      return false;
    }
    return counter.isTakenBack() ? there == wanted : there >= wanted;
  }

  @Override
  public boolean isReadable(byte[] value) {
    return value.length == Long.BYTES;
  }

  @Override
  public String describe(byte[] value) {
    return isReadable(value) ? Long.toString(number(value)) : IndexAudit.describe(value);
  }

  private static long number(byte[] value) {
    return PendingCounts.decode(value, "");
  }
}
