package dev.tenure.record.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rank of a score in its group: a column of queries, which a rank index answers.
 *
 * @param fromTop whether the highest score has rank 0, and not the lowest
 */
public record RankFunction(boolean fromTop) implements KeyFunction {
  private static final String RANK = "rank";
  private static final String RANK_FROM_TOP = "rank_from_top";

  /** Whether a function of the name is a rank. */
  public static boolean isNamed(String name) {
    return name.equals(RANK) || name.equals(RANK_FROM_TOP);
  }

  /** The function of a column; empty when the column is not a rank. */
  public static Optional<RankFunction> of(KeyExpression column) {
    return column instanceof KeyExpression.Function function && isNamed(function.name())
        ? Optional.of(new RankFunction(function.name().equals(RANK_FROM_TOP)))
        : Optional.empty();
  }

  /** The columns of group and score of a rank. */
  public static List<KeyExpression> columnsOf(KeyExpression rank) {
    KeyExpression list = ((KeyExpression.Function) rank).arguments();
    KeyExpression all = list.parts().get(0);
    if (all.parts().size() == 1) {
      return all.parts();
    }
    List<KeyExpression> columns = new ArrayList<>();
    for (int i = 0; i < all.columnCount(); i++) {
      columns.add(all.subKey(i, i + 1).orElse(list));
    }
    return columns;
  }

  @Override
  public String name() {
    return fromTop ? RANK_FROM_TOP : RANK;
  }

  @Override
  public Signature signature() {
    return Signature.of(List.of(ValueType.LIST), ValueType.INTEGER);
  }

  @Override
  public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
    throw new IllegalStateException(
        name() + " of " + arguments + " is known to a rank index, and not to the record");
  }
}
