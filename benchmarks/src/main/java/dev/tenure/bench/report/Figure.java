package dev.tenure.bench.report;

import dev.tenure.bench.measure.Pairing;
import java.util.Locale;

/**
 * One line of a table: the measured value, the value of a peer, and the target.
 *
 * @param subject the measured value, in the unit that {@code what} names
 * @param peer the value of the peer
 * @param figure the subject divided by the peer, or another number that is compared with the target
 */
public record Figure(String what, double subject, double peer, double figure, Target target) {

  /** The target of a figure; {@link #NONE} for a figure that is only information. */
  public record Target(double bound, boolean atLeast) {
    public static final Target NONE = new Target(Double.NaN, true);

    public static Target atLeast(double bound) {
      return new Target(bound, true);
    }

    public static Target atMost(double bound) {
      return new Target(bound, false);
    }

    private boolean isNone() {
      return Double.isNaN(bound);
    }

    private boolean isReached(double figure) {
      return atLeast ? figure >= bound : figure <= bound;
    }

    private String text() {
      return isNone() ? "" : String.format(Locale.ROOT, "%s %.2f", atLeast ? ">=" : "<=", bound);
    }
  }

  /** The ratio of two rates, with its target. */
  public static Figure rates(String what, Pairing.Rates rates, Target target) {
    return new Figure(what, rates.subject(), rates.peer(), rates.ratio(), target);
  }

  /** The heading of {@link #line}. */
  public static String heading(String subject, String peer) {
    return String.format(
        Locale.ROOT, "%-44s %14s %14s %9s  %s", "", subject, peer, "figure", "target");
  }

  public String line() {
    String verdict = target.isNone() ? "" : target.isReached(figure) ? "  reached" : "  MISSED";
    return String.format(
        Locale.ROOT,
        "%-44s %,14.0f %,14.0f %9.2f  %s%s",
        what,
        subject,
        peer,
        figure,
        target.text(),
        verdict);
  }
}
