package dev.tenure.record.context;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.async.Hooks;
import dev.tenure.record.meter.TransactionOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The steps of a transaction's commit: checks, then last writes, then the commit itself, then
 * hooks. Safe for use by many threads.
 */
final class CommitSteps {
  private final CommitGate gate;
  private final Queue<Supplier<CompletableFuture<Void>>> checks = new ArrayDeque<>();
  private final List<Runnable> lastWrites = new ArrayList<>();
  private final List<Runnable> notes = new ArrayList<>();
  private final List<Runnable> hooks = new ArrayList<>();
  private final List<Consumer<TransactionOutcome>> ends = new ArrayList<>();

  CommitSteps(CommitGate gate) {
    this.gate = gate;
  }

  synchronized void addCheck(Supplier<CompletableFuture<Void>> check) {
    gate.requireOpen();
    checks.add(check);
  }

  synchronized void addLastWrite(Runnable write) {
    gate.requireOpen();
    lastWrites.add(write);
  }

  synchronized void addNote(Runnable note) {
    notes.add(note);
  }

  synchronized void addHook(Runnable hook) {
    hooks.add(hook);
  }

  synchronized void addEnd(Consumer<TransactionOutcome> end) {
    ends.add(end);
  }

  /**
   * Runs the checks in rounds, all checks of a round at once, until no check has added another and
   * no work is under way. Then the gate is shut. Fails with the first failure in the order in which
   * the checks were added.
   */
  CompletableFuture<Void> runChecks() {
    return AsyncLoop.whileTrue(this::runRound);
  }

  /** Runs the checks that are there, or waits for work under way; false when there is neither. */
  private CompletableFuture<Boolean> runRound() {
    List<Supplier<CompletableFuture<Void>>> round;
    synchronized (this) {
      if (checks.isEmpty()) {
        return gate.shut()
            .map(idle -> idle.thenApply(nothing -> true))
            .orElseGet(() -> CompletableFuture.completedFuture(false));
      }
      round = new ArrayList<>(checks);
      checks.clear();
    }
    return all(round.stream().map(Supplier::get).toList()).thenApply(nothing -> true);
  }

  private static CompletableFuture<Void> all(List<CompletableFuture<Void>> running) {
    CompletableFuture<Void> result = CompletableFuture.completedFuture(null);
    for (CompletableFuture<Void> next : running) {
      result = result.thenCombine(next, (left, right) -> null);
    }
    return result;
  }

  void runLastWrites() {
    List<Runnable> writes;
    synchronized (this) {
      writes = new ArrayList<>(lastWrites);
    }
    gate.runLast(() -> writes.forEach(Runnable::run));
  }

  /**
   * Called after the commit. Runs the notes, then lets the executor run the hooks in order. An
   * exception of one does not affect the next.
   */
  void committed(Executor executor) {
    List<Runnable> atOnce;
    List<Runnable> inOrder;
    synchronized (this) {
      atOnce = new ArrayList<>(notes);
      notes.clear();
      inOrder = new ArrayList<>(hooks);
      hooks.clear();
    }
    atOnce.forEach(Hooks::run);
    start(inOrder, executor);
  }

  /** As {@link #committed}, for actions that run after any outcome. */
  void startEnds(TransactionOutcome outcome, Executor executor) {
    List<Runnable> inOrder = new ArrayList<>();
    synchronized (this) {
      ends.forEach(end -> inOrder.add(() -> end.accept(outcome)));
      ends.clear();
    }
    start(inOrder, executor);
  }

  private static void start(List<Runnable> inOrder, Executor executor) {
    if (inOrder.isEmpty()) {
      return;
    }
    try {
      executor.execute(() -> inOrder.forEach(Hooks::run));
    } catch (RejectedExecutionException e) {
      // The executor was shut down during the commit, which stands: better here than never.
      inOrder.forEach(Hooks::run);
    }
  }
}
