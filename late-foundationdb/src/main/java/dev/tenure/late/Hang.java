package dev.tenure.late;

import java.util.ArrayList;
import java.util.List;

/**
 * The answers that are withheld: all those of a hung cluster, and others by their rate. Safe for
 * use by many threads.
 */
final class Hang {
  private boolean hung;
  private boolean commitsOnly;
  private long from;
  private List<Answer<?>> withheld = new ArrayList<>();

  /**
   * Keeps back answers that are not delivered yet.
   *
   * @param first the number of the first answer that does not come
   */
  synchronized void begin(long first, boolean onlyCommits) {
    hung = true;
    from = first;
    commitsOnly = onlyCommits;
  }

  /** Takes an answer that must not be delivered, or a commit that must not be sent. */
  synchronized boolean keeps(Answer<?> answer) {
    boolean kept = answer.needsCluster() && (answer.isWithheldByRate() || isHungFor(answer));
    if (kept) {
      withheld.add(answer);
    }
    return kept;
  }

  private boolean isHungFor(Answer<?> answer) {
    return hung && answer.number >= from && (!commitsOnly || answer.kind == AnswerKind.COMMIT);
  }

  synchronized boolean isHung() {
    return hung;
  }

  /** Ends the hang and hands out all that was kept back, in the order in which it came here. */
  synchronized List<Answer<?>> end() {
    hung = false;
    List<Answer<?>> released = withheld;
    withheld = new ArrayList<>();
    return released;
  }
}
