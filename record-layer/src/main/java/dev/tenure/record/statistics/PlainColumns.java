package dev.tenure.record.statistics;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.Keys;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Finds the columns for which statistics are taken, as conditions name them. */
final class PlainColumns {
  private static final int COLUMNS_MAX = 100;

  /** Messages that lie deeper in a record, such as those of a tree, are left out. */
  private static final int DEPTH_MAX = 3;

  private PlainColumns() {}

  /**
   * The columns of the primary key and of all indexes of a type, and the fields of its message and
   * of the messages in it.
   */
  static List<KeyExpression> of(BoundType type) {
    Set<KeyExpression> columns = new LinkedHashSet<>(of(type.type().primaryKey()));
    for (BoundIndex index : type.indexes()) {
      columns.addAll(of(index.index().root()));
    }
    addFields(type.type().descriptor(), DEPTH_MAX, each -> each, columns);
    return columns.stream().limit(COLUMNS_MAX).toList();
  }

  /**
   * Adds the fields of a message, and those of the messages in it.
   *
   * @param nest makes a column of the record of a column of the message
   */
  private static void addFields(
      Descriptor message,
      int depth,
      UnaryOperator<KeyExpression> nest,
      Set<KeyExpression> columns) {
    for (FieldDescriptor field : message.getFields()) {
      FanType fan = field.isRepeated() ? FanType.FAN_OUT : FanType.NONE;
      if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
        columns.add(nest.apply(Keys.field(field.getName(), fan)));
      } else if (depth > 1) {
        addFields(
            field.getMessageType(),
            depth - 1,
            inner -> nest.apply(Keys.nest(field.getName(), fan, inner)),
            columns);
      }
    }
  }

  /**
   * The columns of an expression that conditions can use, without functions that only change an
   * order.
   */
  static List<KeyExpression> of(KeyExpression expression) {
    List<KeyExpression> columns = new ArrayList<>();
    if (expression instanceof KeyExpression.Concat concat) {
      concat.parts().forEach(part -> columns.addAll(of(part)));
    } else if (expression instanceof KeyExpression.Grouping grouping) {
      columns.addAll(of(grouping.whole()));
    } else if (expression instanceof KeyExpression.KeyWithValue key) {
      columns.addAll(of(key.whole()));
    } else if (expression instanceof KeyExpression.Nest nest && nest.fan() != FanType.CONCATENATE) {
      of(nest.child()).forEach(each -> columns.add(Keys.nest(nest.name(), nest.fan(), each)));
    } else if (KeyOrder.of(expression).isPresent()) {
      columns.addAll(of(expression.parts().get(0)));
    } else if (isColumn(expression)) {
      columns.add(expression);
    }
    return columns;
  }

  private static boolean isColumn(KeyExpression expression) {
    return expression.columnCount() == 1
        && !(expression instanceof KeyExpression.Literal)
        && !(expression instanceof KeyExpression.RecordType)
        && !(expression instanceof KeyExpression.Split);
  }

  /**
   * The first columns of an index's key, up to the first one that the key does not hold as a plain
   * value.
   */
  static List<KeyExpression> inKeyOf(KeyExpression root) {
    if (root instanceof KeyExpression.Grouping grouping) {
      List<KeyExpression> all = inKeyOf(grouping.whole());
      return all.subList(0, Math.min(all.size(), grouping.groupingColumns()));
    }
    if (root instanceof KeyExpression.KeyWithValue key) {
      List<KeyExpression> all = inKeyOf(key.whole());
      return all.subList(0, Math.min(all.size(), key.keyColumns()));
    }
    if (root instanceof KeyExpression.Concat concat) {
      List<KeyExpression> columns = new ArrayList<>();
      for (KeyExpression part : concat.parts()) {
        List<KeyExpression> plain = inKeyOf(part);
        columns.addAll(plain);
        if (plain.size() != part.columnCount()) {
          return columns;
        }
      }
      return columns;
    }
    return root instanceof KeyExpression.Function ? List.of() : of(root);
  }
}
