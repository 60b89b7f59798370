package dev.tenure.late;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Holds answers that wait until the answer to a later request has been delivered. If no later
 * request is made within 100 microseconds, the answer is delivered then. It waits at most for the
 * longest delay, because a later request may itself depend on this answer. Safe for use by many
 * threads.
 */
final class Overtaking {
  private static final long LONELY_NANOS = 100_000;

  private final AnswerDelivery answers;
  private final long longestNanos;
  private final NavigableMap<Long, Answer<?>> waiting = new TreeMap<>();

  Overtaking(AnswerDelivery answers, long longestNanos) {
    this.answers = answers;
    this.longestNanos = longestNanos;
  }

  void add(Answer<?> answer) {
    synchronized (waiting) {
      waiting.put(answer.number, answer);
    }
    long lonely = Math.min(LONELY_NANOS, longestNanos);
    answers.after(lonely, answer.owner.executor(), () -> lookAgain(answer, longestNanos - lonely));
  }

  private void lookAgain(Answer<?> answer, long leftNanos) {
    boolean isLonely = answers.lastAsked() == answer.number;
    if (isLonely || leftNanos == 0) {
      leave(answer);
    } else {
      answers.after(leftNanos, answer.owner.executor(), () -> leave(answer));
    }
  }

  private void leave(Answer<?> answer) {
    boolean waited;
    synchronized (waiting) {
      waited = waiting.remove(answer.number) != null;
    }
    if (waited) {
      answers.deliver(answer);
    }
  }

  /**
   * Delivers the waiting answers that the answer with this number has overtaken, the latest request
   * first.
   */
  void delivered(long number) {
    List<Answer<?>> overtaken;
    synchronized (waiting) {
      NavigableMap<Long, Answer<?>> earlier = waiting.headMap(number, false);
      overtaken = new ArrayList<>(earlier.descendingMap().values());
      earlier.clear();
    }
    for (Answer<?> answer : overtaken) {
      AnswerDelivery.hand(answer.owner.executor(), () -> answers.deliver(answer));
    }
  }
}
