package dev.tenure.record.statistics;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The groups of a type's count indexes, as far as an index has few groups. */
final class CountedGroups {
  private static final int GROUPS_MAX = 1_000;

  private final RecordStore store;
  private final BoundType type;
  private final List<Groups> found = new ArrayList<>();

  /**
   * All groups of a count index.
   *
   * @param columns the columns of the groups; they do not fan out
   */
  record Groups(List<KeyExpression> columns, List<Group> groups) {
    long records() {
      return groups.stream().mapToLong(Group::count).sum();
    }
  }

  /** The number of records that have these values in the columns. */
  record Group(Tuple values, long count) {}

  CountedGroups(RecordStore store, BoundType type) {
    this.store = store;
    this.type = type;
  }

  CompletableFuture<List<Groups>> find() {
    List<BoundIndex> indexes =
        type.indexes().stream()
            .filter(index -> index.index().type().equals(Index.COUNT))
            .filter(index -> index.onlyType().isPresent())
            .filter(index -> index.index().predicate().isEmpty())
            .filter(index -> store.indexState(index.name()).isScannable())
            .toList();
    return AsyncLoop.forEach(indexes, this::read).thenApply(nothing -> found);
  }

  private CompletableFuture<Void> read(BoundIndex index) {
    List<KeyExpression> columns = PlainColumns.inKeyOf(index.index().root());
    if (columns.size() != index.columnCount()
        || columns.stream().anyMatch(KeyExpression::fansOut)) {
      return CompletableFuture.completedFuture(null);
    }
    ScanOptions options =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(GROUPS_MAX);
    return store
        .scanCounts(index.name(), TupleRange.all(), Continuation.START, options)
        .asPage()
        .thenAccept(
            page -> {
              if (page.continuation().isEnd()) {
                found.add(
                    new Groups(
                        columns,
                        page.items().stream()
                            .map(row -> new Group(row.key(), row.value().getLong(0)))
                            .filter(group -> group.count() > 0)
                            .toList()));
              }
            });
  }
}
