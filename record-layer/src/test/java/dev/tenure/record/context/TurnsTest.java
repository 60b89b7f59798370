package dev.tenure.record.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.async.AsyncLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TurnsTest {
  private final Turns turns = new Turns(new CommitGate(new ContextLife()));

  @Test
  void operationWaitsForTheOneBeforeOnTheSameThing() {
    CompletableFuture<String> first = new CompletableFuture<>();
    List<String> started = new ArrayList<>();
    CompletableFuture<String> one =
        turns.run(
            "a",
            () -> {
              started.add("1");
              return first;
            });
    CompletableFuture<String> two = turns.run("a", () -> CompletableFuture.completedFuture("2"));
    CompletableFuture<String> other = turns.run("b", () -> CompletableFuture.completedFuture("3"));

    assertTrue(other.isDone());
    assertFalse(two.isDone());
    assertEquals(List.of("1"), started);
    first.complete("1");
    assertEquals("1", one.getNow("none"));
    assertEquals("2", two.getNow("none"));
  }

  @Test
  void operationRunsAfterOneThatFailed() {
    CompletableFuture<Void> failing =
        turns.run(
            "a",
            () -> {
              throw new ArithmeticException("no");
            });

    assertTrue(failing.isCompletedExceptionally());
    assertTrue(turns.run("a", () -> CompletableFuture.completedFuture(1)).isDone());
  }

  @Test
  void manyOperationsThatWaitedRunInOrderWithoutUsingUpTheStack() {
    CompletableFuture<Integer> gate = new CompletableFuture<>();
    List<Integer> order = new ArrayList<>();
    List<CompletableFuture<Integer>> results = new ArrayList<>();
    results.add(turns.run("a", () -> gate));
    for (int i = 1; i <= 100_000; i++) {
      int number = i;
      results.add(
          turns.run(
              "a",
              () -> {
                order.add(number);
                return CompletableFuture.completedFuture(number);
              }));
    }

    gate.complete(0);

    assertTrue(results.stream().allMatch(CompletableFuture::isDone));
    assertEquals(IntStream.rangeClosed(1, 100_000).boxed().toList(), order);
  }

  @Test
  void loopOfManyStepsDoesNotUseUpTheStack() {
    int[] left = {1_000_000};

    CompletableFuture<Void> done =
        AsyncLoop.whileTrue(
            () -> {
              left[0]--;
              return CompletableFuture.completedFuture(left[0] > 0);
            });

    assertTrue(done.isDone());
    assertEquals(0, left[0]);
  }
}
