package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.plan.match.EntryLayout;
import dev.tenure.record.query.ColumnReader;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of a plan: the primary key of a record, and the parts of the record that were read.
 * Immutable.
 *
 * @param extent the extent of the record
 * @param entry the index entry by which the record was found; null when it was found without an
 *     index
 * @param layout the columns that the entry has
 * @param record the record; null until it is loaded
 */
public record Row(
    int extent,
    Tuple primaryKey,
    @Nullable IndexEntry entry,
    @Nullable EntryLayout layout,
    @Nullable QueryRecord record)
    implements ColumnReader {

  /** The row of an index entry. */
  public static Row of(IndexEntry entry, EntryLayout layout) {
    return new Row(entry.extent(), entry.primaryKey(), entry, layout, null);
  }

  /** The row of a record that was read. */
  static Row of(int extent, QueryRecord record) {
    return new Row(extent, record.primaryKey(), null, null, record);
  }

  /** The same row with its record. */
  Row with(QueryRecord loaded) {
    return new Row(extent, primaryKey, entry, layout, loaded);
  }

  /** The record; empty until it is loaded. */
  public Optional<QueryRecord> loaded() {
    return Optional.ofNullable(record);
  }

  /**
   * The record, which must be loaded. @throws IllegalStateException when the record is not loaded
   */
  public QueryRecord required() {
    if (record == null) {
      throw new IllegalStateException("record " + primaryKey + " is not loaded");
    }
    return record;
  }

  @Override
  public Message message() {
    return required().message();
  }

  @Override
  public List<Tuple> read(KeyEvaluator column) {
    return record == null ? List.of(Tuple.from(value(column))) : record.read(column);
  }

  /** The value of a column that does not fan out. */
  @Nullable Object value(KeyEvaluator column) {
    return record == null
        ? Objects.requireNonNull(layout, "layout")
            .value(column.expression(), Objects.requireNonNull(entry, "entry"))
        : record.read(column).get(0).get(0);
  }
}
