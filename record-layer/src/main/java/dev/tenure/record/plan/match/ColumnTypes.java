package dev.tenure.record.plan.match;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The types that columns have in several record types; {@link ValueType#ANY} where they differ. */
public final class ColumnTypes {
  private ColumnTypes() {}

  /** The type of a column in all of some record types. */
  static ValueType of(KeyExpression column, List<String> types, BoundMetaData metaData) {
    return alike(types.stream().map(type -> metaData.evaluator(column, type).types().get(0)));
  }

  private static ValueType alike(Stream<ValueType> types) {
    return types.reduce((one, other) -> one == other ? one : ValueType.ANY).orElse(ValueType.ANY);
  }

  /** The types of the first columns in all record types of the index. */
  public static List<ValueType> of(BoundIndex index, int columns) {
    List<List<ValueType>> byType =
        index.types().stream().map(type -> index.columnTypes(type)).toList();
    return IntStream.range(0, columns)
        .mapToObj(column -> alike(byType.stream().map(types -> types.get(column))))
        .toList();
  }

  /**
   * The types of an index's columns in some record types. A number that is a float in one record
   * type and a double in another has two places in the index.
   */
  static List<ValueType> of(BoundIndex index, List<String> types, BoundMetaData metaData) {
    List<List<ValueType>> byType =
        types.stream().map(type -> index.columnTypes(metaData.type(type))).toList();
    List<ValueType> found = new ArrayList<>();
    for (int i = 0; i < index.columnCount(); i++) {
      int column = i;
      boolean isMixed =
          index
              .index()
              .columns()
              .subKey(column, column + 1)
              .filter(held -> isMixedInOrder(held, types, metaData))
              .isPresent();
      found.add(
          isMixed ? ValueType.ANY : alike(byType.stream().map(columns -> columns.get(column))));
    }
    return found;
  }

  /** Whether a column is encoded as bytes that mix values of several types. */
  private static boolean isMixedInOrder(
      KeyExpression column, List<String> types, BoundMetaData metaData) {
    return KeyOrder.of(column).isPresent()
        && of(column.parts().get(0), types, metaData) == ValueType.ANY;
  }
}
