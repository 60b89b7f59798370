package dev.tenure.record.plan.cost;

import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.text.TextPlan;
import dev.tenure.record.text.TextPlanner;
import dev.tenure.record.text.TokenMap;
import dev.tenure.record.text.Tokenizer;
import java.util.List;
import java.util.Optional;

/**
 * The cells of a column of texts, with what conditions on texts are true of: a bound is a text of
 * which each can be tested, and what lies between bounds is thought to be like them.
 */
final class TextCells {
  private TextCells() {}

  /**
   * Which part of each cell a condition is true of, as {@link ColumnCells#parts} has them. Empty
   * when the text that is searched for is not known, or no bound is.
   *
   * @param bounds the tokens of the histogram's bounds
   */
  static double[] parts(
      List<TokenMap> bounds, TextMatch match, Tokenizer tokenizer, Bindings values) {
    boolean isKnown =
        !(match.text() instanceof Operand.Parameter parameter)
            || values.names().contains(parameter.name());
    if (!isKnown || bounds.isEmpty()) {
      return new double[0];
    }
    TextPlan plan =
        new TextPlanner(tokenizer, tokenizer.versionMax(), Optional.empty(), TextMatch.TOKENS_MAX)
            .plan(match.query(values));
    double[] parts = new double[2 * bounds.size() + 1];
    int fitting = 0;
    for (int i = 0; i < bounds.size(); i++) {
      boolean fits = bounds.get(i).fits(plan);
      parts[2 * i + 2] = fits ? 1 : 0;
      fitting += fits ? 1 : 0;
    }
    double between = fitting / (double) bounds.size();
    for (int i = 1; i < parts.length; i += 2) {
      parts[i] = between;
    }
    return parts;
  }
}
