package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.text.TextPlan;
import dev.tenure.record.text.TokenMap;
import dev.tenure.record.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A bound text search.
 *
 * @param constant the tokens that are searched for; empty when the text is a parameter
 */
record TextNode(
    KeyEvaluator column, TextMatch match, Tokenizer tokenizer, Optional<TextPlan> constant)
    implements PredicateNode {

  /**
   * Binds a text search to a column of strings.
   *
   * @throws IllegalArgumentException when the text has too many tokens
   */
  static TextNode of(KeyEvaluator column, TextMatch match, Tokenizer tokenizer) {
    TextNode node = new TextNode(column, match, tokenizer, Optional.empty());
    return match.text() instanceof Operand.Parameter
        ? node
        : new TextNode(
            column, match, tokenizer, Optional.of(match.plan(tokenizer, Bindings.none())));
  }

  private TextPlan plan(Bindings bindings) {
    return match.plan(tokenizer, bindings);
  }

  @Override
  public Truth test(ColumnReader record, Bindings bindings) {
    List<String> texts = new ArrayList<>();
    boolean allKnown = true;
    for (Tuple row : record.read(column)) {
      if (row.get(0) instanceof String text) {
        texts.add(text);
      } else {
        allKnown = false;
      }
    }
    if (new TokenMap(texts, tokenizer).fits(constant.orElseGet(() -> plan(bindings)))) {
      return Truth.TRUE;
    }
    return allKnown ? Truth.FALSE : Truth.UNKNOWN;
  }

  @Override
  public void require(Bindings bindings) {
    if (constant.isEmpty()) {
      var unused = plan(bindings);
    }
  }
}
