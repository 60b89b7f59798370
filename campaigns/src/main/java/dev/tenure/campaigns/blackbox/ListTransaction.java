package dev.tenure.campaigns.blackbox;

import java.util.List;

/**
 * One attempt of a transaction on lists, as its client saw it. Each element is appended by one
 * attempt, once.
 *
 * @param number unique in the history
 * @param steps in the order of the program
 * @param begun a moment before its first step; moments are numbers that grow with real time
 * @param ended a moment after its client heard of its end; {@link Long#MAX_VALUE} when it never did
 */
public record ListTransaction(
    long number, List<ListStep> steps, ListOutcome outcome, long begun, long ended) {

  /** What its client was told. */
  public enum ListOutcome {
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN
  }

  /** What it did to a list. */
  public sealed interface ListStep {
    String list();
  }

  /** Adds an element at the end. */
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
