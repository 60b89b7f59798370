package dev.tenure.record.index.text;

import dev.tenure.record.text.PositionFits;
import dev.tenure.record.text.TextPlan;
import java.util.List;
import java.util.function.Predicate;

/** Opens the postings of a plan. */
final class PostingsMaker {
  private final TextPlace place;

  PostingsMaker(TextPlace place) {
    this.place = place;
  }

  Postings open(TextPlan plan) {
    if (plan instanceof TextPlan.Leaf leaf) {
      return open(leaf);
    } else if (plan instanceof TextPlan.Phrase phrase) {
      return all(
          phrase.leaves(), children -> PositionFits.phrase(phrase.order(), positions(children)));
    } else if (plan instanceof TextPlan.Near near) {
      return all(
          near.leaves(), children -> PositionFits.near(near.distance(), positions(children)));
    } else if (plan instanceof TextPlan.All all) {
      return all(all.plans(), children -> true);
    } else if (plan instanceof TextPlan.Any any) {
      return new AnyPostings(place.isReverse(), open(any.plans()));
    } else if (plan instanceof TextPlan.Except except) {
      return new ExceptPostings(place, open(except.plan()), open(except.other()));
    } else if (plan instanceof TextPlan.Nothing) {
      return new HeldPostings(place);
    }
    throw new IllegalStateException("plan of no known kind: " + plan);
  }

  private Postings open(TextPlan.Leaf leaf) {
    if (leaf instanceof TextPlan.Begin begin) {
      return new PrefixPostings(place, begin.begin());
    }
    TextPlan.Whole whole = (TextPlan.Whole) leaf;
    return new TokenPostings(place, place.token(whole.token()));
  }

  private List<Postings> open(List<? extends TextPlan> plans) {
    return plans.stream().map(this::open).toList();
  }

  private Postings all(List<? extends TextPlan> plans, Predicate<List<Postings>> fits) {
    return new AllPostings(place, open(plans), fits);
  }

  private static List<int[]> positions(List<Postings> children) {
    return children.stream().map(Postings::positions).toList();
  }
}
