package dev.tenure.record.plan.match;

import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells which columns of a key belong to the same element. Each place of the key expression that
 * fans out has a number. A column has the numbers of the places around it, from the record inward.
 * Columns with the same numbers belong to the same elements in each entry.
 *
 * <pre>
 * concat(nest(line, FAN_OUT, concat(sku, quantity)), team, tag)  →  [0], [0], [], [1]
 * </pre>
 */
final class FanOuts {
  private final List<List<Integer>> columns = new ArrayList<>();
  private int next;

  private FanOuts() {}

  static List<List<Integer>> of(KeyExpression key) {
    FanOuts found = new FanOuts();
    found.walk(key, List.of());
    return List.copyOf(found.columns);
  }

  private void walk(KeyExpression part, List<Integer> around) {
    if (part instanceof KeyExpression.Nest nest && nest.fan() != FanType.CONCATENATE) {
      walk(nest.child(), nest.fan() == FanType.FAN_OUT ? inside(around) : around);
    } else if (part instanceof KeyExpression.Concat
        || part instanceof KeyExpression.Grouping
        || part instanceof KeyExpression.KeyWithValue) {
      part.parts().forEach(each -> walk(each, around));
    } else {
      List<Integer> all = part.fansOut() ? inside(around) : around;
      part.columns().forEach(column -> columns.add(all));
    }
  }

  private List<Integer> inside(List<Integer> around) {
    List<Integer> longer = new ArrayList<>(around);
    longer.add(next++);
    return List.copyOf(longer);
  }
}
