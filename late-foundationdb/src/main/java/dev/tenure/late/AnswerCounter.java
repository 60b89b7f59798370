package dev.tenure.late;

/**
 * Numbers answers, and counts those that were delayed, reordered, withheld and lost. Safe for use
 * by many threads.
 */
final class AnswerCounter {
  private long answers;
  private long delayed;
  private long reordered;
  private long withheld;
  private long commitsHeld;
  private long watchesLost;
  private long timedOut;
  private long lastDelivered;

  /** The number of a new answer; the first is 1. */
  synchronized long ask() {
    answers++;
    return answers;
  }

  synchronized long lastAsked() {
    return answers;
  }

  synchronized void delivered(long number) {
    if (number < lastDelivered) {
      reordered++;
    } else {
      lastDelivered = number;
    }
  }

  synchronized void delayed() {
    delayed++;
  }

  synchronized void withheld() {
    withheld++;
  }

  synchronized void commitHeld() {
    commitsHeld++;
  }

  synchronized void watchLost() {
    watchesLost++;
  }

  synchronized void timedOut() {
    timedOut++;
  }

  synchronized LateCounts counts() {
    return new LateCounts(
        answers, delayed, reordered, withheld, commitsHeld, watchesLost, timedOut);
  }
}
