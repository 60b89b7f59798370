package dev.tenure.record.text;

import java.util.List;
import java.util.stream.Collectors;

/** A query in tokens: what {@link TextPlanner} makes of it. Immutable. */
public sealed interface TextPlan {

  /** Finds nothing. */
  record Nothing() implements TextPlan {
    @Override
    public String toString() {
      return "nothing";
    }
  }

  /** Entries of tokens, with their positions. */
  sealed interface Leaf extends TextPlan {}

  /** A token. */
  record Whole(String token) implements Leaf {
    @Override
    public String toString() {
      return '"' + token + '"';
    }
  }

  /** All tokens that begin so. */
  record Begin(String begin) implements Leaf {
    @Override
    public String toString() {
      return '"' + begin + "\"*";
    }
  }

  /**
   * Leaves with positions that fit.
   *
   * @param leaves each once
   * @param order of the leaves by their places in the list, and their positions
   */
  record Phrase(List<Leaf> leaves, List<Place> order) implements TextPlan {
    public Phrase {
      leaves = List.copyOf(leaves);
      order = List.copyOf(order);
    }

    @Override
    public String toString() {
      return order.stream()
          .map(place -> leaves.get(place.leaf()) + "@" + place.position())
          .collect(Collectors.joining(" ", "phrase(", ")"));
    }
  }

  /** A leaf of a phrase, and its position in it. */
  record Place(int leaf, int position) {}

  /** Leaves within a distance. */
  record Near(List<Leaf> leaves, int distance) implements TextPlan {
    public Near {
      leaves = List.copyOf(leaves);
    }

    @Override
    public String toString() {
      return "near(" + joined(leaves, " ") + " within " + distance + ")";
    }
  }

  /** The records that all plans find. */
  record All(List<TextPlan> plans) implements TextPlan {
    public All {
      plans = List.copyOf(plans);
    }

    @Override
    public String toString() {
      return "(" + joined(plans, " and ") + ")";
    }
  }

  /** The records that at least one plan finds. */
  record Any(List<TextPlan> plans) implements TextPlan {
    public Any {
      plans = List.copyOf(plans);
    }

    @Override
    public String toString() {
      return "(" + joined(plans, " or ") + ")";
    }
  }

  /** The records that one plan finds and the other does not. */
  record Except(TextPlan plan, TextPlan other) implements TextPlan {
    @Override
    public String toString() {
      return "(" + plan + " except " + other + ")";
    }
  }

  private static String joined(List<? extends TextPlan> plans, String by) {
    return plans.stream().map(TextPlan::toString).collect(Collectors.joining(by));
  }
}
