package dev.tenure.record.key;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bound part of a key expression. A null message stands for a message that is not set. The facts
 * are those of the whole record.
 */
interface KeyNode {

  /** The type of each column. */
  List<ValueType> types();

  /** Appends the values of this part. Only called when the part does not fan out. */
  void append(@Nullable Message message, RecordFacts facts, List<@Nullable Object> values);

  /** The rows of this part; exactly one unless it fans out. */
  default List<List<@Nullable Object>> rows(@Nullable Message message, RecordFacts facts) {
    List<@Nullable Object> values = new ArrayList<>();
    append(message, facts, values);
    return List.of(values);
  }

  /** Whether a value of a column represents null. */
  default boolean isNull(int column, @Nullable Object value) {
    return value == null;
  }

  /** Refuses more rows than {@link KeyEvaluator#ROWS_MAX}, before they are computed. */
  static void requireRows(long rows, String path) {
    if (rows > KeyEvaluator.ROWS_MAX) {
      throw new RecordLayerException(
          RecordLayerException.Code.KEY_NOT_COMPUTABLE,
          path + " gives " + rows + " or more tuples, the limit is " + KeyEvaluator.ROWS_MAX);
    }
  }

  /** A constant: the same value for every record. */
  record Constant(ValueType type, @Nullable Object constant) implements KeyNode {
    @Override
    public List<ValueType> types() {
      return List.of(type);
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      values.add(constant instanceof ByteString bytes ? bytes.toByteArray() : constant);
    }
  }

  /** The version of the record. */
  record VersionColumn() implements KeyNode {
    @Override
    public List<ValueType> types() {
      return List.of(ValueType.VERSIONSTAMP);
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      RecordVersion version = facts.version();
      values.add(version == null ? null : version.stamp());
    }
  }

  /** The incarnation of the store when the record was saved. */
  record IncarnationColumn() implements KeyNode {
    @Override
    public List<ValueType> types() {
      return List.of(ValueType.INTEGER);
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      RecordVersion version = facts.version();
      values.add(version == null ? null : (Object) (long) version.incarnation());
    }
  }

  /** A value that is stored with the record beside its message. */
  record StoredNode(StoredColumn column) implements KeyNode {
    @Override
    public List<ValueType> types() {
      return List.of(ValueType.INTEGER);
    }

    @Override
    public void append(
        @Nullable Message message, RecordFacts facts, List<@Nullable Object> values) {
      values.add(facts.value(column));
    }
  }
}
