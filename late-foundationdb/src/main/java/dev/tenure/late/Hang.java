package dev.tenure.late;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds the withheld answers: all those of a hung cluster, and those drawn by {@link
 * LateOptions#withheld}. Safe for use by many threads.
 */
final class Hang {
  private boolean hung;
  private boolean commitsOnly;
  private long from;
  private List<Answer<?>> withheld = new ArrayList<>();

  /**
   * Begins to withhold answers that are not delivered yet.
   *
   * @param first the number of the first answer that is withheld
   */
  synchronized void begin(long first, boolean onlyCommits) {
    hung = true;
    from = first;
    commitsOnly = onlyCommits;
  }

  /**
   * Withholds an answer that must not be delivered, or a commit that must not be sent. Returns
   * false when the answer may go on.
   */
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

  /** Ends the hang and returns the withheld answers in the order in which they were withheld. */
  synchronized List<Answer<?>> end() {
    hung = false;
    List<Answer<?>> released = withheld;
    withheld = new ArrayList<>();
    return released;
  }
}
