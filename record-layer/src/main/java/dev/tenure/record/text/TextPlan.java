package dev.tenure.record.text;

import java.util.List;
import java.util.stream.Collectors;

/** A query after its texts were divided into tokens; {@link TextPlanner} makes it. Immutable. */
public sealed interface TextPlan {

  /** Finds no record. */
  record Nothing() implements TextPlan {
    @Override
    public String toString() {
      return "nothing";
    }
  }

  /** A plan that reads the entries of tokens, with their positions. */
  sealed interface Leaf extends TextPlan {}

  /** The records that contain a token. */
  record Whole(String token) implements Leaf {
    @Override
    public String toString() {
      return '"' + token + '"';
    }
  }

  /** The records that contain a token with this prefix. */
  record Begin(String begin) implements Leaf {
    @Override
    public String toString() {
      return '"' + begin + "\"*";
    }
  }

  /**
   * The records that contain the leaves at the positions of a phrase.
   *
   * @param leaves the leaves, each once
   * @param order the leaves of the phrase, with their positions
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

  /**
   * A leaf of a phrase.
   *
   * @param leaf the index of the leaf in the list
   * @param position its position in the phrase
   */
  record Place(int leaf, int position) {}

  /** The records that contain all leaves within a distance. */
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
