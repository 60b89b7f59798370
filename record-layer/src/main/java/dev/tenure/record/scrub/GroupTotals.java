package dev.tenure.record.scrub;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.tuple.PackedTuples;
import dev.tenure.record.tuple.TupleParts;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Compares each total with the total of all its records, which one transaction reads. A stretch is
 * a range of records that has all records of its groups. If the columns of groups begin with the
 * first columns of primary keys, the records with equal values in these columns are a stretch, and
 * a transaction takes as many stretches as its budget allows. Otherwise all records are one
 * stretch. A stretch beyond the budget is not checked. Positions are the columns of the last
 * stretch.
 */
record GroupTotals(IndexAudit.Totals part) implements Stage {

  @Override
  public String name() {
    return "totals";
  }

  /** False, since a stretch is checked as a whole. */
  @Override
  public boolean isDivisible() {
    return false;
  }

  @Override
  public CompletableFuture<Looked> look(
      OpenIndex index, Optional<byte[]> from, SliceBudget budget, Findings findings) {
    int columns = columnsInCommon(index.bound());
    Tuple after = from.map(place -> columns(place, columns)).orElse(null);
    TupleRange rest = TupleRange.between(after, false, null, true);
    return index
        .records(rest, Continuation.START, budget.group())
        .asPage()
        .thenCompose(page -> look(index, Stretch.of(after, page, columns), budget, findings));
  }

  private CompletableFuture<Looked> look(
      OpenIndex index, Stretch stretch, SliceBudget budget, Findings findings) {
    Range range = stretch.rows(index);
    return RowPage.read(index.context(), range, Integer.MAX_VALUE, budget.groupBytes())
        .thenCompose(
            rows ->
                rows.isLast() || !stretch.isDivisible()
                    ? judge(index, stretch, rows, budget, findings)
                    : look(index, stretch.half(), budget, findings));
  }

  /** The number of leading columns that groups and primary keys share. */
  private int columnsInCommon(BoundIndex index) {
    Optional<BoundType> only = index.onlyType().filter(type -> !type.type().isInSharedExtent());
    if (only.isEmpty()) {
      return 0;
    }
    List<KeyColumn> primaryKey = only.get().primaryKey().columns();
    List<KeyColumn> group = part.groupColumns();
    int count = 0;
    while (count < Math.min(primaryKey.size(), group.size())
        && primaryKey.get(count).holdsSameAs(group.get(count))) {
      count++;
    }
    return count;
  }

  private static Tuple columns(byte[] place, int count) {
    return PackedTuples.unpack(place, 0)
        .filter(tuple -> tuple.size() == count && count > 0)
        .orElseThrow(() -> ScrubPosition.refused("is of no group"));
  }

  private CompletableFuture<Looked> judge(
      OpenIndex index, Stretch stretch, RowPage page, SliceBudget budget, Findings findings) {
    Looked looked = new Looked(stretch.records().size(), page.rows().size(), stretch.next());
    stretch
        .tooLarge()
        .ifPresent(
            what ->
                findings.addUnverified(what, "there are more records than " + describe(budget)));
    if (page.isLast()) {
      compare(index, stretch.records(), page.rows(), findings);
    } else {
      findings.addUnverified(stretch.describe(), "there are more rows than " + describe(budget));
    }
    return findings.write().thenApply(nothing -> looked);
  }

  private static String describe(SliceBudget budget) {
    return budget.groupRecords()
        + " or "
        + budget.groupBytes()
        + " bytes, the limits of what is read in one transaction; raise them, or rebuild the index"
        + " to be sure";
  }

  private void compare(
      OpenIndex index, List<IndexedRecord> records, List<KeyValue> rows, Findings findings) {
    DeepRecords.report(index, records, findings);
    NavigableMap<byte[], byte[]> expected = IndexAudit.rows();
    records.forEach(record -> part.add(index.keys(), record, expected));
    NavigableMap<byte[], Optional<byte[]>> found = new TreeMap<>(expected.comparator());
    expected.keySet().forEach(key -> found.put(key, Optional.empty()));
    rows.forEach(row -> found.put(row.getKey(), Optional.of(row.getValue())));
    found.forEach(
        (key, value) ->
            new TotalRow(
                    part,
                    ByteString.copyFrom(key),
                    index.keys().prefix().length,
                    value,
                    Optional.ofNullable(expected.get(key)))
                .wrong()
                .ifPresent(findings::add));
    part.contradictions(index.keys(), records)
        .forEach(finding -> findings.add(Wrong.beyondRepair(finding)));
  }

  /**
   * The records of some groups, all of them.
   *
   * @param columns how many of the first columns groups and primary keys have in common
   * @param after the columns of the stretch before; null at the begin
   * @param upTo the columns of the last group; null at the end
   * @param isWithUpTo whether the last group is in
   * @param tooLarge what was left out since it is over the budget
   */
  private record Stretch(
      int columns,
      @Nullable Tuple after,
      @Nullable Tuple upTo,
      boolean isWithUpTo,
      List<IndexedRecord> records,
      Optional<String> tooLarge) {

    /** The part of a page of records that consists of whole groups. */
    static Stretch of(@Nullable Tuple after, RecordCursor.Page<IndexedRecord> page, int columns) {
      List<IndexedRecord> items = page.items();
      if (page.continuation().isEnd()) {
        return new Stretch(columns, after, null, true, items, Optional.empty());
      }
      if (columns == 0) {
        return new Stretch(0, after, null, true, List.of(), Optional.of("all groups"));
      }
      Tuple last = group(items.get(items.size() - 1), columns);
      List<IndexedRecord> whole = new ArrayList<>(items);
      whole.removeIf(record -> group(record, columns).equals(last));
      return whole.isEmpty()
          ? new Stretch(columns, after, last, false, whole, Optional.of("groups " + last))
          : upToLast(columns, after, whole);
    }

    private static Stretch upToLast(
        int columns, @Nullable Tuple after, List<IndexedRecord> records) {
      Tuple upTo = group(records.get(records.size() - 1), columns);
      return new Stretch(columns, after, upTo, true, records, Optional.empty());
    }

    private static Tuple group(IndexedRecord record, int columns) {
      return TupleParts.range(record.primaryKey(), 0, columns);
    }

    /** Whether the stretch has several groups. */
    boolean isDivisible() {
      return columns > 0
          && !records.isEmpty()
          && !group(records.get(0), columns)
              .equals(group(records.get(records.size() - 1), columns));
    }

    /** The first half of the groups, at least one and not all. */
    Stretch half() {
      Tuple middle = group(records.get(records.size() / 2), columns);
      Tuple first = group(records.get(0), columns);
      Tuple upTo = middle.equals(group(records.get(records.size() - 1), columns)) ? first : middle;
      return upToLast(
          columns,
          after,
          records.stream().filter(record -> group(record, columns).compareTo(upTo) <= 0).toList());
    }

    /** The range of the rows of these groups, and of groups without records between them. */
    Range rows(OpenIndex index) {
      if (upTo == null && tooLarge.isPresent()) {
        byte[] begin = index.keys().prefix();
        return new Range(begin, begin);
      }
      return index.keys().range(TupleRange.between(after, false, upTo, isWithUpTo));
    }

    /** The position after the stretch; empty at the end. */
    Optional<byte[]> next() {
      return Optional.ofNullable(upTo).map(Tuple::pack);
    }

    String describe() {
      String begin = after == null ? "groups" : "groups behind " + after;
      return upTo == null ? begin : begin + " up to " + upTo;
    }
  }
}
