package dev.tenure.campaigns.globalindex;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All scenarios of a mode, a number of clients and a number of earlier operations.
 *
 * @param kinds the kinds of operations that the clients run
 * @param most stop after that long; the report then says that it is not complete
 */
record Exploration(
    Mode mode, int clients, int earlier, Set<Operation.Kind> kinds, Optional<Duration> most) {

  /**
   * What was walked through.
   *
   * @param scenarios that were explored
   * @param skipped scenarios that a symmetric one stands for
   * @param findings at most one for each scenario
   */
  record Report(
      long beginnings,
      long scenarios,
      long skipped,
      long states,
      long ends,
      boolean isComplete,
      List<Finding> findings) {
    String text() {
      return "beginnings="
          + beginnings
          + " scenarios="
          + scenarios
          + " symmetric="
          + skipped
          + " states="
          + states
          + " ends="
          + ends
          + " complete="
          + isComplete
          + " violations="
          + findings.size();
    }
  }

  /**
   * @param findingsMax ends after so many findings
   */
  Report run(InstantSource clock, int findingsMax) {
    Optional<Instant> deadline = most.map(clock.instant()::plus);
    Clients states = new Clients();
    Explorer explorer = new Explorer(states);
    List<List<Operation>> choices = new ArrayList<>();
    choose(0, new ArrayList<>(), choices);
    List<Stored> beginnings = new Beginnings(states, mode).after(earlier);
    List<Finding> findings = new ArrayList<>();
    long explored = 0;
    long skipped = 0;
    for (Stored before : beginnings) {
      for (List<Operation> operations : choices) {
        Scenario scenario = new Scenario(mode, before, operations);
        if (!scenario.isRepresentative()) {
          skipped++;
          continue;
        }
        boolean isLate = deadline.isPresent() && clock.instant().isAfter(deadline.get());
        if (isLate || findings.size() >= findingsMax) {
          return report(beginnings, explored, skipped, explorer, false, findings);
        }
        explorer.explore(scenario).ifPresent(findings::add);
        explored++;
      }
    }
    return report(beginnings, explored, skipped, explorer, true, findings);
  }

  private static Report report(
      List<Stored> beginnings,
      long explored,
      long skipped,
      Explorer explorer,
      boolean isComplete,
      List<Finding> findings) {
    return new Report(
        beginnings.size(),
        explored,
        skipped,
        explorer.states(),
        explorer.ends(),
        isComplete,
        findings);
  }

  /** All choices of operations, where the order of the clients does not matter. */
  private void choose(int from, List<Operation> chosen, List<List<Operation>> to) {
    if (chosen.size() == clients) {
      to.add(chosen.stream().sorted().toList());
      return;
    }
    List<Operation> all =
        Operation.all().stream().filter(each -> kinds.contains(each.kind())).toList();
    for (int i = from; i < all.size(); i++) {
      chosen.add(all.get(i));
      choose(i, chosen, to);
      chosen.remove(chosen.size() - 1);
    }
  }
}
