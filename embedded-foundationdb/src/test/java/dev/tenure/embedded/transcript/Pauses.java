package dev.tenure.embedded.transcript;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The steps of a transcript before which nothing is held that a later step uses: no transaction, no
 * future, no version. Versions count because those of an engine opened again are all later.
 */
final class Pauses {
  /** Opening an engine costs more than a whole transcript. */
  private static final int COUNT_MAX = 4;

  private final Set<String> transactions = new HashSet<>();
  private final Set<String> futures = new HashSet<>();
  private boolean versionNamed;

  private Pauses() {}

  /** The last such step, and some more evenly spread over the others. */
  static Set<TranscriptStep> in(List<TranscriptStep> steps) {
    Pauses used = new Pauses();
    List<TranscriptStep> pauses = new ArrayList<>();
    for (int index = steps.size() - 1; index > 0; index--) {
      TranscriptStep step = steps.get(index);
      used.add(step);
      if (used.isNothing()) {
        pauses.add(step);
      }
    }
    int count = Math.min(COUNT_MAX, pauses.size());
    Set<TranscriptStep> chosen = new HashSet<>();
    for (int number = 0; number < count; number++) {
      chosen.add(pauses.get(number * pauses.size() / count));
    }
    return chosen;
  }

  private void add(TranscriptStep step) {
    String transaction = step.textOrNull("t");
    String future = step.textOrNull("future");
    if (future != null && Set.of("await", "cancelFuture").contains(step.operation())) {
      futures.add(future);
    } else if (future != null) {
      futures.remove(future);
    }
    if (transaction != null && step.operation().equals("begin")) {
      transactions.remove(transaction);
    } else if (transaction != null) {
      transactions.add(transaction);
    }
    versionNamed |= step.operation().equals("setReadVersion") || namesStamp(step);
  }

  private static boolean namesStamp(TranscriptStep step) {
    return step.fields().entrySet().stream()
        .filter(field -> !Set.of("expect", "also").contains(field.getKey()))
        .anyMatch(field -> String.valueOf(field.getValue()).contains("%{v"));
  }

  private boolean isNothing() {
    return transactions.isEmpty() && futures.isEmpty() && !versionNamed;
  }
}
