package dev.tenure.record.text;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The tokens of the texts of one record, for deciding whether a query finds the record. Immutable.
 */
public final class TokenMap {
  private final NavigableMap<String, int[]> tokens = new TreeMap<>();

  /** Divides texts into tokens by the highest version of a tokenizer. */
  public TokenMap(List<String> texts, Tokenizer tokenizer) {
    PlacedTokens placed = new PlacedTokens(tokenizer, tokenizer.versionMax());
    texts.forEach(
        text ->
            placed.add(
                text,
                (token, position) -> tokens.merge(token, new int[] {position}, TokenMap::merged)));
  }

  private static int[] merged(int[] one, int[] other) {
    int[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    Arrays.sort(both);
    return Arrays.stream(both).distinct().toArray();
  }

  /** Whether a text index would find the record by this plan. */
  public boolean fits(TextPlan plan) {
    if (plan instanceof TextPlan.Leaf leaf) {
      return positions(leaf).length > 0;
    } else if (plan instanceof TextPlan.Phrase phrase) {
      List<int[]> positions = phrase.leaves().stream().map(this::positions).toList();
      return haveAll(positions) && PositionFits.phrase(phrase.order(), positions);
    } else if (plan instanceof TextPlan.Near near) {
      List<int[]> positions = near.leaves().stream().map(this::positions).toList();
      return haveAll(positions) && PositionFits.near(near.distance(), positions);
    } else if (plan instanceof TextPlan.All all) {
      return all.plans().stream().allMatch(this::fits);
    } else if (plan instanceof TextPlan.Any any) {
      return any.plans().stream().anyMatch(this::fits);
    } else if (plan instanceof TextPlan.Except except) {
      return fits(except.plan()) && !fits(except.other());
    }
    return false;
  }

  private static boolean haveAll(List<int[]> positions) {
    return positions.stream().allMatch(each -> each.length > 0);
  }

  private int[] positions(TextPlan.Leaf leaf) {
    if (leaf instanceof TextPlan.Whole whole) {
      return tokens.getOrDefault(whole.token(), new int[0]);
    }
    String begin = ((TextPlan.Begin) leaf).begin();
    return tokens.tailMap(begin, true).entrySet().stream()
        .takeWhile(each -> each.getKey().startsWith(begin))
        .map(Map.Entry::getValue)
        .reduce(new int[0], TokenMap::merged);
  }
}
