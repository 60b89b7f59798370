package dev.tenure.record.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Divides the texts of a query into tokens. Each query has a planner of its own. */
public final class TextPlanner {
  private final Tokenizer tokenizer;
  private final int version;
  private final Optional<String> withoutPositions;
  private final int tokensMax;
  private int tokenCount;

  /**
   * A planner of one query.
   *
   * @param withoutPositions the name of the index, if it stores no positions; empty if positions
   *     are known
   * @param tokensMax the most tokens that the query may have
   */
  public TextPlanner(
      Tokenizer tokenizer, int version, Optional<String> withoutPositions, int tokensMax) {
    this.tokenizer = tokenizer;
    this.version = version;
    this.withoutPositions = withoutPositions;
    this.tokensMax = tokensMax;
  }

  /**
   * The plan of a query.
   *
   * @throws IllegalArgumentException when it has too many tokens, or asks for positions that the
   *     index does not keep
   */
  public TextPlan plan(TextQuery query) {
    if (query instanceof TextQuery.Phrase phrase) {
      return phrase(phrase.text(), phrase.beginsLast());
    } else if (query instanceof TextQuery.All all) {
      return all(words(all.text()));
    } else if (query instanceof TextQuery.Any any) {
      return any(words(any.text()));
    } else if (query instanceof TextQuery.Anywhere anywhere) {
      List<String> parts =
          anywhere.byWords()
              ? WhitespaceTokenizer.words(anywhere.text())
              : List.of(anywhere.text());
      return all(
          parts.stream()
              .flatMap(part -> tokens(part).stream())
              .<TextPlan>map(token -> new TextPlan.Whole(token.text()))
              .toList());
    } else if (query instanceof TextQuery.Near near) {
      return near(near);
    } else if (query instanceof TextQuery.And and) {
      return all(and.queries().stream().map(this::plan).toList());
    } else if (query instanceof TextQuery.Or or) {
      return any(or.queries().stream().map(this::plan).toList());
    }
    TextQuery.Except except = (TextQuery.Except) query;
    return except(plan(except.query()), plan(except.other()));
  }

  private List<TextPlan> words(String text) {
    List<TextPlan> plans = new ArrayList<>();
    for (String word : WhitespaceTokenizer.words(text)) {
      TextPlan plan = phrase(word, false);
      if (!(plan instanceof TextPlan.Nothing)) {
        plans.add(plan);
      }
    }
    return plans;
  }

  private TextPlan phrase(String text, boolean beginsLast) {
    List<Token> tokens = tokens(text);
    List<TextPlan.Leaf> leaves = new ArrayList<>();
    List<TextPlan.Place> order = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      boolean begins = beginsLast && i == tokens.size() - 1;
      String token = tokens.get(i).text();
      TextPlan.Leaf leaf = begins ? new TextPlan.Begin(token) : new TextPlan.Whole(token);
      if (!leaves.contains(leaf)) {
        leaves.add(leaf);
      }
      order.add(new TextPlan.Place(leaves.indexOf(leaf), tokens.get(i).position()));
    }
    if (order.size() < 2) {
      return leaves.isEmpty() ? new TextPlan.Nothing() : leaves.get(0);
    }
    requirePositions("the phrase \"" + text + "\"");
    return new TextPlan.Phrase(leaves, order);
  }

  private TextPlan near(TextQuery.Near near) {
    Set<TextPlan.Leaf> leaves = new LinkedHashSet<>();
    tokens(near.text()).forEach(token -> leaves.add(new TextPlan.Whole(token.text())));
    if (leaves.size() < 2) {
      return leaves.isEmpty() ? new TextPlan.Nothing() : leaves.iterator().next();
    }
    requirePositions("tokens near one another: \"" + near.text() + "\"");
    return new TextPlan.Near(List.copyOf(leaves), near.distance());
  }

  private static TextPlan all(List<TextPlan> plans) {
    List<TextPlan> different = plans.stream().distinct().toList();
    if (different.isEmpty() || different.contains(new TextPlan.Nothing())) {
      return new TextPlan.Nothing();
    }
    return different.size() == 1 ? different.get(0) : new TextPlan.All(different);
  }

  private static TextPlan any(List<TextPlan> plans) {
    List<TextPlan> different =
        plans.stream().distinct().filter(plan -> !(plan instanceof TextPlan.Nothing)).toList();
    if (different.isEmpty()) {
      return new TextPlan.Nothing();
    }
    return different.size() == 1 ? different.get(0) : new TextPlan.Any(different);
  }

  private static TextPlan except(TextPlan plan, TextPlan other) {
    boolean whole = plan instanceof TextPlan.Nothing || other instanceof TextPlan.Nothing;
    return whole ? plan : new TextPlan.Except(plan, other);
  }

  private List<Token> tokens(String text) {
    List<Token> tokens = tokenizer.tokens(text, version, Tokenizer.Mode.QUERY);
    tokenCount += tokens.size();
    if (tokenCount > tokensMax) {
      throw new IllegalArgumentException(
          "text query has " + tokenCount + " tokens or more, the limit is " + tokensMax);
    }
    return tokens;
  }

  private void requirePositions(String what) {
    if (withoutPositions.isPresent()) {
      throw new IllegalArgumentException(
          "index " + withoutPositions.get() + " keeps no positions, and cannot find " + what);
    }
  }
}
