package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.tuple.TupleParts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of an index of groups: those of the group, then the grouped ones. Immutable.
 *
 * @param groupCount the number of group columns
 */
record GroupColumns(BoundIndex index, int groupCount) {

  /** The group and the grouped columns of a record. */
  record Row(Tuple group, Tuple grouped) {}

  /**
   * Divides the columns of an index as its grouping says. Without a grouping, all columns belong to
   * the group.
   */
  static GroupColumns of(BoundIndex index) {
    boolean cut = index.index().root() instanceof KeyExpression.Grouping;
    return new GroupColumns(index, cut ? index.index().groupingColumns() : index.columnCount());
  }

  /** The columns of the group. */
  List<KeyColumn> group() {
    return index.index().columns().columns().subList(0, groupCount);
  }

  int groupedCount() {
    return index.columnCount() - groupCount;
  }

  /** The distinct rows of a record without a null among the grouped columns. */
  List<Row> rows(@Nullable IndexedRecord record) {
    return rows(index.tuplesOf(record));
  }

  /**
   * As {@link #rows}, but with repetitions: if the aggregated column is repeated, equal rows occur
   * as often as the record has them. If only the group is repeated, a record is in each group once,
   * however often it names the group.
   */
  List<Row> rowsAsOften(@Nullable IndexedRecord record) {
    boolean repeated =
        index.index().columns().columns().subList(groupCount, index.columnCount()).stream()
            .anyMatch(column -> column.fansOut());
    return repeated ? rows(index.allTuplesOf(record)) : rows(record);
  }

  private List<Row> rows(List<Tuple> tuples) {
    List<Row> rows = new ArrayList<>(tuples.size());
    for (Tuple tuple : tuples) {
      Row row = cut(tuple);
      if (!hasNull(row.grouped())) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static boolean hasNull(Tuple tuple) {
    for (int i = 0; i < tuple.size(); i++) {
      if (tuple.get(i) == null) {
        return true;
      }
    }
    return false;
  }

  private Row cut(Tuple tuple) {
    return new Row(
        TupleParts.range(tuple, 0, groupCount),
        TupleParts.range(tuple, groupCount, index.columnCount()));
  }

  /** The single grouped column of a row, as a number. */
  long number(Row row, IndexedRecord record) {
    Object value = row.grouped().get(0);
    if (value instanceof Long number) {
      return number;
    }
    throw new RecordLayerException(
        RecordLayerException.Code.KEY_NOT_COMPUTABLE,
        "column "
            + index.index().columns().columns().get(groupCount).path()
            + " of index "
            + index.name()
            + " is "
            + Tuple.from(value)
            + " in the "
            + record.type().name()
            + " "
            + record.primaryKey()
            + ", expected a whole number of 64 bits with sign");
  }

  /** Refuses a tuple with another number of columns than the group has. */
  Tuple requireGroup(Tuple group) {
    if (group.size() != groupCount) {
      throw new IllegalArgumentException(
          "group "
              + group
              + " of index "
              + index.name()
              + " has "
              + group.size()
              + " columns, expected "
              + groupCount);
    }
    return group;
  }

  /**
   * An entry of a group.
   *
   * @throws RecordLayerException DAMAGED when the group has another number of columns
   */
  IndexEntry entry(Tuple group, Tuple value, String where) {
    if (group.size() != groupCount) {
      throw damaged("a group of " + group.size() + " columns, expected " + groupCount, where);
    }
    return new IndexEntry(index.name(), group, value, IndexEntry.NO_RECORD, new Tuple());
  }

  RecordLayerException damaged(String found, String where) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        index.index().type() + " of index " + index.name() + " has " + found + " (" + where + ")");
  }
}
