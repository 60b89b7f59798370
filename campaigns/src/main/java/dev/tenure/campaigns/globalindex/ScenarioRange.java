package dev.tenure.campaigns.globalindex;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All scenarios of a mode, a number of clients and a number of earlier operations.
 *
 * @param movers how many movers run besides, in a mode in which a slot moves
 * @param kinds the kinds of operations that the clients run
 * @param outages how many calls of index shards may fail, in a mode with outages
 * @param share N explores each Nth scenario only, to estimate the rest
 * @param threads how many scenarios are explored at a time
 * @param most stop after that long; the report then says that it is not complete
 */
record ScenarioRange(
    Mode mode,
    int clients,
    int movers,
    int earlier,
    Set<Operation.Kind> kinds,
    int outages,
    int share,
    int threads,
    Optional<Duration> most) {

  /** With one outage, all scenarios and one thread. */
  static ScenarioRange of(Mode mode, int clients, int earlier, Set<Operation.Kind> kinds) {
    return new ScenarioRange(mode, clients, 1, earlier, kinds, 1, 1, 1, Optional.empty());
  }

  /**
   * The result of an exploration.
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
      List<FoundViolation> findings) {
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
   * @param findingsMax ends after that number of findings
   */
  Report run(InstantSource clock, int findingsMax) throws InterruptedException {
    List<Stored> beginnings = new Beginnings(new FirstStates(), mode).after(earlier);
    List<List<Operation>> choices = new ArrayList<>();
    choose(0, new ArrayList<>(), choices);
    List<Scenario> scenarios = new ArrayList<>();
    long representatives = 0;
    for (Stored before : beginnings) {
      for (List<Operation> operations : choices) {
        Scenario scenario = new Scenario(mode, before, operations);
        if (scenario.isRepresentative() && representatives++ % share == 0) {
          scenarios.add(scenario);
        }
      }
    }
    Queue<Scenario> left = new ConcurrentLinkedQueue<>(scenarios);
    Queue<FoundViolation> findings = new ConcurrentLinkedQueue<>();
    Optional<Instant> deadline = most.map(clock.instant()::plus);
    BooleanSupplier isOver =
        () ->
            findings.size() >= findingsMax
                || deadline.filter(end -> clock.instant().isAfter(end)).isPresent();
    List<Explorer> explorers = explore(left, findings, isOver);
    return new Report(
        beginnings.size(),
        scenarios.size() - left.size(),
        (long) beginnings.size() * choices.size() - representatives,
        explorers.stream().mapToLong(Explorer::states).sum(),
        explorers.stream().mapToLong(Explorer::ends).sum(),
        left.isEmpty() && share == 1,
        List.copyOf(findings));
  }

  private List<Explorer> explore(
      Queue<Scenario> left, Queue<FoundViolation> findings, BooleanSupplier isOver)
      throws InterruptedException {
    List<Explorer> explorers = new ArrayList<>();
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Explorer explorer = new Explorer(new FirstStates(), outages);
      explorers.add(explorer);
      tasks.add(
          () -> {
            for (Scenario next = take(left, isOver); next != null; next = take(left, isOver)) {
              explorer.explore(next).ifPresent(findings::add);
            }
            return null;
          });
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (Future<Void> each : executor.invokeAll(tasks)) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a thread of the checker failed", e.getCause());
    } finally {
      executor.shutdownNow();
    }
    return explorers;
  }

  private static @Nullable Scenario take(Queue<Scenario> left, BooleanSupplier isOver) {
    return isOver.getAsBoolean() ? null : left.poll();
  }

  /** All choices of operations, where the order of the clients does not matter. */
  private void choose(int from, List<Operation> chosen, List<List<Operation>> to) {
    if (chosen.size() == clients) {
      List<Operation> all = new ArrayList<>(chosen);
      if (mode.hasMoves()) {
        all.addAll(Collections.nCopies(movers, Operation.move()));
      }
      to.add(all.stream().sorted().toList());
      return;
    }
    List<Operation> all =
        Operation.all(mode).stream().filter(each -> kinds.contains(each.kind())).toList();
    for (int i = from; i < all.size(); i++) {
      chosen.add(all.get(i));
      choose(i, chosen, to);
      chosen.remove(chosen.size() - 1);
    }
  }
}
