package dev.tenure.campaigns.regret;

import dev.tenure.campaigns.queries.Question;
import dev.tenure.record.plan.QueryPlan;
import java.util.Locale;

/**
 * The reads of a query's chosen plan, beside those of the best plan.
 *
 * @param seed of the store
 * @param number of the query in it, from 1
 * @param plans how many plans were run
 * @param expected the regret that is expected on any placement of the values
 */
record Regret(
    long seed,
    int number,
    Question question,
    QueryPlan chosen,
    long chosenReads,
    QueryPlan best,
    long bestReads,
    int plans,
    double expected) {

  /** The reads of the chosen plan divided by those of the best plan; at least 1. */
  double ratio() {
    return ratio((double) chosenReads, (double) bestReads);
  }

  /** The greater one of the regret and the expected regret. */
  double greater() {
    return Math.max(ratio(), expected);
  }

  static double ratio(double chosen, double best) {
    return Math.max(1, chosen) / Math.max(1, best);
  }

  /**
   * The ratio when {@code more} reads are added to both, so that a few reads of a small answer
   * count less.
   */
  double ratioWith(long more) {
    return (chosenReads + more) / (double) (bestReads + more);
  }

  /** How many more keys and requests the chosen plan reads than the best one. */
  long excess() {
    return chosenReads - bestReads;
  }

  /** Whether the rows that a limit leaves, and with them the reads, depend on where rows lie. */
  boolean isLimited() {
    return question.query().limit() > 0;
  }

  String explanation() {
    return String.format(
        Locale.ROOT,
        "regret %.2f, expected %.2f: seed %d, query %d: %s%nchosen, reads %d:%n%sbest of %d, reads %d:%n%s",
        ratio(),
        expected,
        seed,
        number,
        question,
        chosenReads,
        chosen.explain().indent(2),
        plans,
        bestReads,
        best.explain().indent(2));
  }
}
