package dev.tenure.record;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import java.util.List;

/** A record type with its key expressions bound to the message type. */
record CompiledType(RecordType type, KeyEvaluator primaryKey, List<CompiledIndex> indexes) {

  static CompiledType compile(RecordType type, List<Index> indexes) {
    KeyEvaluator primaryKey =
        bind(type, "primary key of record type " + type.name(), type.primaryKey());
    List<CompiledIndex> compiled =
        indexes.stream().map(index -> CompiledIndex.compile(type, primaryKey, index)).toList();
    return new CompiledType(type, primaryKey, compiled);
  }

  /** Binds an expression and says whose it is when that fails. */
  static KeyEvaluator bind(RecordType type, String owner, KeyExpression expression) {
    try {
      return KeyEvaluator.bind(expression, type.descriptor(), type.typeKey());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(owner + ": " + e.getMessage(), e);
    }
  }

  String name() {
    return type.name();
  }

  boolean isSingleKey() {
    return type.layout() == RecordLayout.SINGLE_KEY;
  }

  Tuple primaryKeyOf(Message message) {
    Tuple key = primaryKey.evaluateOne(message);
    for (int i = 0; i < key.size(); i++) {
      if (key.get(i) == null) {
        throw new IllegalArgumentException(
            "primary key column "
                + primaryKey.columns().get(i).path()
                + " of a "
                + name()
                + " is not set");
      }
    }
    return key;
  }

  /**
   * Checks a primary key that a caller gave.
   *
   * @throws IllegalArgumentException when it has another number of columns
   */
  Tuple requirePrimaryKey(Tuple key) {
    if (key.size() != primaryKey.columns().size()) {
      throw new IllegalArgumentException(
          "primary key "
              + key
              + " of a "
              + name()
              + " has "
              + key.size()
              + " columns, expected "
              + primaryKey.columns().size()
              + ": "
              + primaryKey.expression());
    }
    return key;
  }
}
