package dev.tenure.record.index.rank;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.index.value.ValueAudit;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.structure.RankedMember;
import dev.tenure.record.structure.RankedSet;
import dev.tenure.record.structure.RankedSetOptions;
import dev.tenure.record.tuple.TupleParts;
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the entries of a value index, and in the second structure a ranked set of scores for each
 * group, below the group's columns.
 *
 * @param entries the maintainer of the entries
 */
record RankIndexMaintainer(BoundIndex index, IndexMaintainer entries, RankedSetOptions options)
    implements IndexMaintainer {
  /** The assumed number of scores of a group. */
  private static final int SCORES = 10_000;

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    entries.update(keys, change, batch);
    TreeSet<Tuple> gone = columns(change.before());
    TreeSet<Tuple> come = columns(change.after());
    TreeSet<Tuple> both = new TreeSet<>(gone);
    both.retainAll(come);
    gone.removeAll(both);
    come.removeAll(both);
    come.forEach(columns -> set(keys, group(columns)).requireMember(score(columns)));
    List<Function<RecordContext, CompletableFuture<Void>>> steps = new ArrayList<>();
    for (Tuple columns : gone) {
      steps.add(context -> set(keys, group(columns)).takeBack(context, score(columns)));
    }
    for (Tuple columns : come) {
      steps.add(context -> set(keys, group(columns)).add(context, score(columns)));
    }
    if (!steps.isEmpty()) {
      batch.structure(keys, context -> AsyncLoop.forEach(steps, step -> step.apply(context)));
    }
  }

  /** Group and score of each entry of a record. */
  TreeSet<Tuple> columns(@Nullable IndexedRecord record) {
    TreeSet<Tuple> columns = new TreeSet<>();
    index.tuplesOf(record).forEach(tuple -> columns.add(index.indexed(tuple)));
    return columns;
  }

  /** As {@link #columns(IndexedRecord)}. */
  TreeSet<Tuple> columns(String type, Message message) {
    TreeSet<Tuple> columns = new TreeSet<>();
    index.tuplesOf(type, message).forEach(tuple -> columns.add(index.indexed(tuple)));
    return columns;
  }

  RecordLayerException absent(Tuple columns, IndexKeys keys) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "index "
            + index.name()
            + " has no score "
            + score(columns)
            + " in the group "
            + group(columns)
            + ", but a record has (store "
            + keys.store()
            + ")");
  }

  /** The weight of a member, which ranks count. */
  long weight(RankedMember member) {
    return options.countDuplicates() ? member.copies() : Math.min(member.copies(), 1);
  }

  int groupColumns() {
    return index.index().groupingColumns();
  }

  Tuple group(Tuple columns) {
    return TupleParts.range(columns, 0, groupColumns());
  }

  Tuple score(Tuple columns) {
    return TupleParts.range(columns, groupColumns(), columns.size());
  }

  /** The scores of a group. */
  RankedSet set(IndexKeys keys, Tuple group) {
    return new RankedSet(group.pack(keys.structurePrefix()), options);
  }

  /** False: a ranked set counts copies of a score, without knowing their records. */
  @Override
  public boolean isIdempotent() {
    return false;
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    return entries.entry(key, value, where);
  }

  @Override
  public IndexEntry entry(UnpackedTuple key, byte[] value, String where) {
    return entries.entry(key, value, where);
  }

  @Override
  public Optional<String> contradiction(List<IndexedRecord> records) {
    return entries.contradiction(records);
  }

  @Override
  public int clearableColumns() {
    return groupColumns();
  }

  @Override
  public void clear(IndexKeys keys, Tuple columns, WriteBatch batch) {
    entries.clear(keys, columns, batch);
    batch.structure(
        keys,
        context -> {
          context.clear(keys.structureRange(columns));
          return CompletableFuture.completedFuture(null);
        });
  }

  @Override
  public RecordCursor<IndexEntry> scan(
      OpenIndex open, IndexScan scan, Continuation from, ScanOptions options) {
    if (scan instanceof IndexScan.Range) {
      return entries.scan(open, scan, from, options);
    }
    if (!(scan instanceof RankScan ranks)) {
      throw IndexMaintainer.refused(index, scan, List.of(IndexScan.BY_VALUE, RankScan.BY_RANK));
    }
    requireGroup(ranks.group());
    RankBounds bounds = new RankBounds(this, open, ranks, options.isolation());
    ScanOptions below = options.withSkip(0).withRowsMax(0);
    return Cursors.page(
        options, from, at -> Cursors.strict(RankCursor.open(bounds, open, at, below)));
  }

  @Override
  public List<IndexCandidate> candidates() {
    IndexCandidate byValue = IndexCandidate.byValue(index);
    List<KeyColumn> columns = byValue.columns();
    double descents = 2 * new RankCost(options.levels(), SCORES).descent();
    return List.of(
        byValue,
        new IndexCandidate(
            RankScan.BY_RANK,
            columns,
            groupColumns(),
            byValue.covered(),
            Optional.empty(),
            true,
            true,
            columns.stream().noneMatch(KeyColumn::fansOut),
            new IndexCandidate.Cost(descents, 1)));
  }

  void requireGroup(Tuple group) {
    requireColumns("group", group, groupColumns());
  }

  void requireScore(Tuple score) {
    requireColumns("score", score, index.columnCount() - groupColumns());
  }

  private void requireColumns(String what, Tuple given, int expected) {
    if (given.size() != expected) {
      throw new IllegalArgumentException(
          what
              + " "
              + given
              + " has "
              + given.size()
              + " columns, in index "
              + index.name()
              + " it has "
              + expected);
    }
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(
        IndexAudit.of(new ValueAudit(index, index.index().isUnique()), new RankStructure(this)));
  }
}
