package dev.tenure.campaigns.blackbox;

import java.util.List;

/**
 * One attempt of a transaction on lists, as its client saw it. Each element is appended once, by one attempt.
 *
 * @param number unique in the history
 * @param steps in the order of the program
 * @param begun a moment before the first step; moments are numbers that grow with real time
 * @param ended a moment after the client had the result; {@link Long#MAX_VALUE} when the client never had it
 */
public record ListTransaction(
    long number, List<ListStep> steps, ListOutcome outcome, long begun, long ended) {

  /**
   * The result that the client got.
   */
  public enum ListOutcome {
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN
  }

  /**
   * An operation on a list.
   */
  public sealed interface ListStep {
    String list();
  }

  /**
   * Appends an element.
   */
  public record Append(String list, long element) implements ListStep {}

  /** Reads all elements. */
  public record Read(String list, List<Long> elements) implements ListStep {
    public Read {
      elements = List.copyOf(elements);
    }
  }

  public ListTransaction {
    steps = List.copyOf(steps);
  }

  @Override
  public String toString() {
    return "T" + number + " " + outcome + " " + steps;
  }
}
