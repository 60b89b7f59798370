package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.plan.match.EntryLayout;
import dev.tenure.record.query.ColumnReader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way through a plan: its key, and what has been read of it. Immutable.
 *
 * @param extent where the record lies
 * @param entry the index entry that led to it; null when none did
 * @param layout which columns the entry has
 * @param record null until it is loaded
 */
public record Row(
    int extent,
    Tuple primaryKey,
    @Nullable IndexEntry entry,
    @Nullable EntryLayout layout,
    @Nullable QueryRecord record)
    implements ColumnReader {

  /** A row that an index entry stands for. */
  public static Row of(IndexEntry entry, EntryLayout layout) {
    return new Row(entry.extent(), entry.primaryKey(), entry, layout, null);
  }

  /** A row whose record was read. */
  static Row of(int extent, QueryRecord record) {
    return new Row(extent, record.primaryKey(), null, null, record);
  }

  /** This row with its record. */
  Row with(QueryRecord loaded) {
    return new Row(extent, primaryKey, entry, layout, loaded);
  }

  /** The record, when it is loaded. */
  public Optional<QueryRecord> loaded() {
    return Optional.ofNullable(record);
  }

  /**
   * The record.
   *
   * @throws IllegalStateException when it is not loaded
   */
  public QueryRecord required() {
    if (record == null) {
      throw new IllegalStateException("record " + primaryKey + " is not loaded");
    }
    return record;
  }

  @Override
  public List<Tuple> read(KeyEvaluator column) {
    QueryRecord loaded = record;
    if (loaded != null) {
      return loaded.read(column);
    }
    Object value =
        Objects.requireNonNull(layout, "layout")
            .value(column.expression(), Objects.requireNonNull(entry, "entry"));
    return List.of(Tuple.fromList(Arrays.asList(value)));
  }
}
