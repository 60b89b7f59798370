package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.tuple.TupleParts;
import java.util.ArrayList;
import java.util.List;

/**
 * The positions of the columns of a permuted index. Records have entries (0, group, value, primary
 * key); groups have rows (1, first columns of the group, extremum, the other columns of the group).
 * Both lie in the index's second structure, since they are written one save after another.
 *
 * @param front the number of group columns that precede the extremum
 */
record PermutedColumns(GroupColumns columns, int front) {
  private static final Tuple ENTRIES = Tuple.from(0);
  private static final Tuple ROWS = Tuple.from(1);

  /** The keys of the entries of records. */
  static IndexKeys entries(IndexKeys keys) {
    return below(keys, ENTRIES);
  }

  /** The keys of the rows of groups. */
  static IndexKeys rows(IndexKeys keys) {
    return below(keys, ROWS);
  }

  private static IndexKeys below(IndexKeys keys, Tuple kind) {
    byte[] prefix = kind.pack(keys.structurePrefix());
    return new IndexKeys(prefix, prefix, null, keys::store);
  }

  /**
   * The columns that follow the kind of an entry or row in a key below the second structure's
   * prefix.
   */
  static Tuple behindKind(Tuple key) {
    return TupleParts.range(key, 1, key.size());
  }

  static PermutedColumns of(BoundIndex index) {
    GroupColumns columns = GroupColumns.of(index);
    int behind = GroupRules.number(index, Index.PERMUTED_SIZE, 0, columns.groupCount()).orElse(0);
    return new PermutedColumns(columns, columns.groupCount() - behind);
  }

  /** The columns of the rows, in the order of the keys. */
  List<KeyColumn> permuted() {
    List<KeyColumn> whole = columns.index().index().columns().columns();
    int groupCount = columns.groupCount();
    List<KeyColumn> permuted = new ArrayList<>(whole.subList(0, front));
    permuted.addAll(whole.subList(groupCount, whole.size()));
    permuted.addAll(whole.subList(front, groupCount));
    return permuted;
  }

  /** The row of a group. */
  Tuple row(Tuple group, Tuple extremum) {
    return TupleParts.range(group, 0, front)
        .addAll(extremum)
        .addAll(TupleParts.range(group, front, group.size()));
  }

  byte[] rowKey(IndexKeys keys, Tuple group, Tuple extremum) {
    return rows(keys).key(row(group, extremum));
  }

  /** The entry for a row: the group, with its extremum. */
  IndexEntry group(Tuple row, byte[] value, String where) {
    int behind = front + columns.groupedCount();
    int expected = columns.index().columnCount();
    if (row.size() != expected || value.length > 0) {
      throw columns.damaged(
          "a row of "
              + row.size()
              + " columns and a value of "
              + value.length
              + " bytes, expected "
              + expected
              + " columns and no value",
          where);
    }
    Tuple group = TupleParts.range(row, 0, front).addAll(TupleParts.range(row, behind, expected));
    return columns.entry(group, TupleParts.range(row, front, behind), where);
  }

  /** The value among the columns of a record's entry. */
  Tuple valueOf(Tuple indexed) {
    return TupleParts.range(indexed, columns.groupCount(), indexed.size());
  }
}
