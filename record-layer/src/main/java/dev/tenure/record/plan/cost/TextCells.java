package dev.tenure.record.plan.cost;

import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.text.TextPlan;
import dev.tenure.record.text.TokenMap;
import dev.tenure.record.text.Tokenizer;
import dev.tenure.record.text.Tokenizers;
import java.util.List;

/**
 * Computes which part of each cell of a histogram of texts a search finds. The bounds are tested.
 * The texts between two bounds are assumed to be like the bounds: these are a sample of the texts.
 *
 * @param assumed the part of the texts that is assumed without a sample; it counts as much as one
 *     bound
 */
record TextCells(Tokenizer tokenizer, TextPlan plan, double assumed) {

  /**
   * The cells of a search.
   *
   * @throws IllegalArgumentException when the text is a parameter whose value is no string, or has
   *     too many tokens
   */
  static TextCells of(TextMatch match, Tokenizers tokenizers, Bindings values) {
    Tokenizer tokenizer = tokenizers.require(match.tokenizer());
    return new TextCells(tokenizer, match.plan(tokenizer, values), Cardinalities.assumed(match));
  }

  /** The parts, as in {@link ColumnCells#parts}. */
  double[] parts(Histogram values) {
    double[] parts = new double[values.cells() + 1];
    int found = 0;
    for (int i = 0; i < values.bounds().size(); i++) {
      if (finds(values.bounds().get(i).value().element())) {
        parts[2 * i + 2] = 1;
        found++;
      }
    }
    double between = (found + assumed) / (values.bounds().size() + 1);
    for (int cell = 1; cell < parts.length; cell += 2) {
      parts[cell] = between;
    }
    return parts;
  }

  /** The parts without those of texts between bounds, of which it is not known where they lie. */
  static double[] ofBounds(double[] parts) {
    double[] ofBounds = parts.clone();
    for (int cell = 1; cell < parts.length; cell += 2) {
      ofBounds[cell] = 0;
    }
    return ofBounds;
  }

  private boolean finds(Object value) {
    return value instanceof String text && new TokenMap(List.of(text), tokenizer).fits(plan);
  }
}
