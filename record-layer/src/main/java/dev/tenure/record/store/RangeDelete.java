package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.Keys;
import dev.tenure.record.store.row.BuildKeys;
import dev.tenure.record.store.row.StoreKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Deletes all records of a type whose primary keys begin with some columns, without reading them.
 * One range is cleared for the records, and one in each index. So each index must begin with these
 * columns. An index of several types must begin with the record type key, followed by these
 * columns.
 */
final class RangeDelete {
  private final StoreState state;
  private final StoreKeys keys;
  private final BoundType type;
  private final Tuple prefix;
  private final List<KeyColumn> prefixColumns;

  RangeDelete(StoreState state, BoundType type, Tuple prefix) {
    this.state = state;
    this.keys = state.keys();
    this.type = type;
    this.prefix = prefix;
    List<KeyColumn> columns = type.primaryKey().columns();
    if (prefix.size() > columns.size()) {
      throw new IllegalArgumentException(
          "prefix "
              + prefix
              + " has "
              + prefix.size()
              + " columns, the primary key of "
              + type.name()
              + " has "
              + columns.size());
    }
    if (type.type().isInSharedExtent()) {
      throw new IllegalArgumentException(
          "records of "
              + type.name()
              + " lie among those of other types: delete them record by record");
    }
    this.prefixColumns = columns.subList(0, prefix.size());
  }

  /**
   * Clears the ranges.
   *
   * @throws IllegalArgumentException naming an index that does not begin with the columns; nothing
   *     is cleared then
   */
  void run() {
    state.requireChangeable();
    Map<BoundIndex, Tuple> prefixes = new LinkedHashMap<>();
    for (BoundIndex index : type.indexes()) {
      if (state.indexState(index) != IndexState.DISABLED) {
        prefixes.put(index, indexPrefix(index));
      }
    }
    byte[] recordPrefix = keys.recordPrefix(type, prefix);
    Range records = new Range(recordPrefix, StoreKeys.behind(recordPrefix));
    WriteBatch batch = new WriteBatch(state.context(), state.pending());
    batch.clear(records);
    prefixes.forEach((index, columns) -> clear(index, columns, batch));
    var unused = state.context().together(batch::apply);
  }

  /** Clears rows; behind the updates under way, where those must look first what they update. */
  private void clear(BoundIndex index, Tuple columns, WriteBatch batch) {
    boolean unfinished = state.indexState(index) == IndexState.WRITE_ONLY;
    if (!unfinished || index.maintainer().isIdempotent()) {
      index.maintainer().clear(state.place(index), columns, batch);
      return;
    }
    WriteBatch behind = new WriteBatch(state.context(), state.pending());
    index.maintainer().clear(state.place(index), columns, behind);
    batch.inTurn(new BuildKeys(keys, index).turn(), behind::apply);
  }

  /** The columns with which exactly the entries of the records to delete begin. */
  private Tuple indexPrefix(BoundIndex index) {
    List<KeyColumn> columns = index.index().columns().columns();
    boolean several = index.onlyType().isEmpty();
    boolean typeFirst = startsWith(columns, Keys.recordType().columns());
    if (several && !typeFirst) {
      throw refused(index, "is of several types and does not begin with recordType()");
    }
    List<KeyColumn> behindType = typeFirst ? columns.subList(1, columns.size()) : columns;
    if (!startsWith(behindType, prefixColumns)) {
      throw refused(index, "begins with " + index.index().columns());
    }
    Tuple cleared = typeFirst ? Tuple.from(type.type().typeKey()).addAll(prefix) : prefix;
    int clearable = index.maintainer().clearableColumns();
    if (cleared.size() > clearable) {
      throw refused(index, "can be cleared by its first " + clearable + " columns only");
    }
    return cleared;
  }

  private static boolean startsWith(List<KeyColumn> columns, List<KeyColumn> first) {
    return columns.size() >= first.size()
        && columns.subList(0, first.size()).equals(first)
        && columns.subList(0, first.size()).stream().noneMatch(KeyColumn::fansOut);
  }

  private IllegalArgumentException refused(BoundIndex index, String why) {
    return new IllegalArgumentException(
        "cannot delete the "
            + type.name()
            + " records of "
            + prefix
            + " as ranges: index "
            + index.name()
            + " "
            + why
            + ", expected "
            + prefixColumns.stream().map(KeyColumn::path).toList());
  }
}
