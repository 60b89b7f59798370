package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.simulation.run.GroupedOrders;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the processes were told of the orders of one tenant, and what the last one found of them.
 * Versions are those of the tenant's store, which go on through moves.
 */
final class MoveLedger {
  private final CrashLedger placed = new CrashLedger(1);
  private final Set<String> ran = new HashSet<>();
  private final Set<String> orders = new TreeSet<>();
  private final Set<String> letters = new TreeSet<>();
  private final Map<String, Long> effects = new TreeMap<>();
  private boolean checked;

  /** Notes what a process has said of the tenant. */
  void note(String line) {
    String[] words = line.split(" ", 2);
    switch (words[0]) {
      case "opened" -> placed.opened(Long.parseLong(words[1]));
      case "acknowledged" -> placed.acknowledged(Acknowledgement.parse(words[1].split(" ", -1)));
      case "ran" ->
          CrashViolation.require(ran.add(words[1]), "effects of " + words[1] + " committed twice");
      case "order" -> orders.add(words[1]);
      case "letter" -> letters.add(words[1]);
      case "effect" -> {
        String[] effect = words[1].split(" ", 2);
        effects.put(effect[1], Long.parseLong(effect[0]));
      }
      case "left" -> {
        String[] left = words[1].split(" ", 2);
        check(Long.parseLong(left[0]), Long.parseLong(left[1]));
      }
      default -> throw new CrashViolation("a process said: " + line);
    }
  }

  long acknowledged() {
    return placed.acknowledgedEver();
  }

  /** Whether the last process has said what is left, and that was as it must be. */
  boolean isChecked() {
    return checked;
  }

  /** Compares what was found with what must be there when the last order has this number. */
  private void check(long version, long head) {
    int lost = placed.check(new PresentWork(version, List.of(head), List.of(List.of())));
    CrashViolation.require(lost == 0, lost + " orders are lost");
    Set<String> placedOrders = new TreeSet<>();
    Set<String> dead = new TreeSet<>();
    Map<String, Long> done = new TreeMap<>();
    done.put(MovedOrders.HEAD, head);
    for (long number = 1; number <= head; number++) {
      String name = MovedOrders.name(number);
      placedOrders.add(name);
      if (MovedOrders.isDeadLetter(number)) {
        dead.add(name);
        done.put(GroupedOrders.draft(name), 0L);
      } else {
        done.put(name, 1L);
        if (GroupedOrders.isInGroup(number)) {
          done.put(GroupedOrders.last(MovedOrders.GROUP), number);
        }
      }
    }
    requireSame("orders", placedOrders, orders);
    requireSame("dead letters", dead, letters);
    requireSame("effects", done.entrySet(), effects.entrySet());
    checked = true;
  }

  private static <T> void requireSame(String what, Set<T> expected, Set<T> found) {
    Set<T> missing = new HashSet<>(expected);
    missing.removeAll(found);
    Set<T> besides = new HashSet<>(found);
    besides.removeAll(expected);
    CrashViolation.require(
        missing.isEmpty() && besides.isEmpty(),
        "of the %s these are missing: %s, and these should not be there: %s"
            .formatted(what, missing, besides));
  }
}
