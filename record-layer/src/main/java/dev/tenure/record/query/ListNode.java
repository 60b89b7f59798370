package dev.tenure.record.query;

import dev.tenure.record.key.KeyEvaluator;
import java.util.List;

/** A bound list of values. */
interface ListNode {

  List<ColumnValue> values(Bindings bindings);

  /**
   * Refuses parameter values that cannot be compared with the column.
   *
   * @throws IllegalArgumentException naming parameter, value and column
   */
  default void require(KeyEvaluator column, Bindings bindings) {}

  /** A list of values that were checked when the condition was bound. */
  record Constants(List<ColumnValue> constants) implements ListNode {
    @Override
    public List<ColumnValue> values(Bindings bindings) {
      return constants;
    }
  }

  /** A list that is the value of a parameter. */
  record Parameter(String name) implements ListNode {
    @Override
    public List<ColumnValue> values(Bindings bindings) {
      return bindings.requireList(name);
    }

    @Override
    public void require(KeyEvaluator column, Bindings bindings) {
      bindings
          .requireList(name)
          .forEach(value -> OperandNode.requireComparable(name, column, value));
    }
  }
}
