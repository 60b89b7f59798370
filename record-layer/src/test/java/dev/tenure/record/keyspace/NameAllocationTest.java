package dev.tenure.record.keyspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many processes that intern names at once, each with an interner of its own. */
final class NameAllocationTest {
  private static final int ALLOCATORS = 50;
  private static final RunOptions PATIENT =
      RunOptions.defaults()
          .withAttemptsMax(1_000)
          .withDelays(Duration.ofNanos(1), Duration.ofMillis(5));

  private final KeySpaceFixture test = new KeySpaceFixture();
  private final Subspace subspace = new Subspace(new byte[] {'n'});

  @AfterEach
  void close() {
    test.close();
  }

  /** Interns one name in a transaction. */
  private interface Interning {
    CompletableFuture<Long> intern(RecordContext context, String name);
  }

  /** One process: how it interns, and the batches of names it has to. */
  private record Allocator(Interning interning, Deque<List<String>> batches) {}

  /** What came out: how often transactions were tried, and every name's number. */
  private record Outcome(int attempts, Map<String, Long> numbers) {}

  /**
   * The worst case: in every round all allocators read before any of them commits; who conflicts
   * tries again in the next round.
   */
  private Outcome inLockstep(List<Allocator> allocators) {
    Map<String, Long> numbers = new HashMap<>();
    int attempts = 0;
    List<Allocator> busy = new ArrayList<>(allocators);
    while (!busy.isEmpty()) {
      List<RecordContext> contexts = new ArrayList<>();
      List<Map<String, Long>> given = new ArrayList<>();
      for (Allocator allocator : busy) {
        RecordContext context = test.database.openContext();
        contexts.add(context);
        given.add(internAll(context, allocator));
      }
      for (int i = 0; i < contexts.size(); i++) {
        attempts++;
        try (RecordContext context = contexts.get(i)) {
          context.join(context.commit());
          busy.get(i).batches().remove();
          given.get(i).forEach((name, number) -> note(numbers, name, number));
        } catch (RecordLayerException e) {
          assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code());
        }
      }
      busy.removeIf(allocator -> allocator.batches().isEmpty());
    }
    return new Outcome(attempts, numbers);
  }

  private static Map<String, Long> internAll(RecordContext context, Allocator allocator) {
    Map<String, Long> given = new HashMap<>();
    for (String name : allocator.batches().element()) {
      given.put(name, context.join(allocator.interning().intern(context, name)));
    }
    return given;
  }

  private static void note(Map<String, Long> numbers, String name, long number) {
    Long before = numbers.put(name, number);
    assertTrue(before == null || before == number, name + " has " + before + " and " + number);
  }

  private List<Allocator> allocators(
      int batches, int batchSize, Function<int[], String> name, boolean oneCounter) {
    return IntStream.range(0, ALLOCATORS)
        .mapToObj(
            who -> {
              Deque<List<String>> work = new ArrayDeque<>();
              for (int batch = 0; batch < batches; batch++) {
                int first = batch * batchSize;
                work.add(
                    IntStream.range(first, first + batchSize)
                        .mapToObj(i -> name.apply(new int[] {who, i}))
                        .toList());
              }
              Interning interning =
                  oneCounter ? this::fromOneCounter : new NameInterner(subspace)::intern;
              return new Allocator(interning, work);
            })
        .toList();
  }

  /** What the windows are compared with: a counter that every allocation reads and writes. */
  private CompletableFuture<Long> fromOneCounter(RecordContext context, String name) {
    byte[] counter = new byte[] {'c'};
    byte[] byName = Tuple.from(name).pack(new byte[] {'c', 'n'});
    return context
        .get(byName, false)
        .thenCombine(
            context.get(counter, false),
            (known, last) -> {
              if (known != null) {
                return Tuple.fromBytes(known).getLong(0);
              }
              long number = last == null ? 1 : Tuple.fromBytes(last).getLong(0) + 1;
              context.set(counter, Tuple.from(number).pack());
              context.set(byName, Tuple.from(number).pack());
              return number;
            });
  }

  private void assertLaw(Outcome outcome, int names, long largest) {
    Map<String, Long> stored = new HashMap<>();
    String after = "";
    NameInterner reader = new NameInterner(subspace);
    while (true) {
      String from = after;
      List<Map.Entry<String, Long>> page = test.run(context -> reader.list(context, from, 5_000));
      if (page.isEmpty()) {
        break;
      }
      page.forEach(entry -> stored.put(entry.getKey(), entry.getValue()));
      after = page.get(page.size() - 1).getKey();
    }
    Set<Long> numbers = new HashSet<>(stored.values());

    assertEquals(outcome.numbers(), stored);
    assertEquals(names, stored.size());
    assertEquals(names, numbers.size(), "a number was given twice");
    assertTrue(
        numbers.stream().allMatch(number -> number >= 1 && number <= largest),
        () -> "largest is " + numbers.stream().max(Long::compare));
  }

  @Test
  void differentNewNamesInternedAtOnceMostlyDoNotConflict() {
    Outcome windows = inLockstep(allocators(20, 1, at -> "name-" + at[0] + "-" + at[1], false));
    Outcome counter = inLockstep(allocators(20, 1, at -> "name-" + at[0] + "-" + at[1], true));

    System.out.println(
        "50 allocators, 20 new names each, in lockstep: "
            + windows.attempts()
            + " transactions with windows, "
            + counter.attempts()
            + " with one counter");
    assertLaw(windows, 1_000, 2 * 1_000 + 1_025);
    assertTrue(windows.attempts() <= 1_500, "attempts: " + windows.attempts());
    assertTrue(counter.attempts() >= 20_000, "attempts: " + counter.attempts());
  }

  @Test
  void tenThousandNamesOfFiftyAllocatorsStaySmall() {
    Outcome outcome = inLockstep(allocators(20, 10, at -> "name-" + at[0] + "-" + at[1], false));

    System.out.println(
        "50 allocators, 10,000 names, 10 in a transaction, in lockstep: "
            + outcome.attempts()
            + " transactions for 1000, largest number "
            + outcome.numbers().values().stream().mapToLong(i -> i).max().orElseThrow());
    assertLaw(outcome, 10_000, 2 * 10_000 + 1_025);
  }

  @Test
  void sameAndDifferentNamesMixedAgreeOnEveryName() {
    Outcome outcome =
        inLockstep(
            allocators(
                10, 2, at -> at[1] % 2 == 0 ? "shared-" + at[1] : at[0] + "-" + at[1], false));

    System.out.println(
        "50 allocators, 10 shared and 10 own names each, in lockstep: "
            + outcome.attempts()
            + " transactions for 500");
    assertLaw(outcome, 10 + 10 * ALLOCATORS, 2 * 510 + 1_025);
  }

  @Test
  void racingTransactionsAgreeOnEveryName() {
    AtomicInteger attempts = new AtomicInteger();
    List<CompletableFuture<Map.Entry<String, Long>>> races = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      String name = i % 4 == 0 ? "shared-" + i % 20 : "own-" + i;
      NameInterner own = new NameInterner(subspace);
      races.add(
          test.database.run(
              PATIENT,
              context -> {
                attempts.incrementAndGet();
                return own.intern(context, name).thenApply(number -> Map.entry(name, number));
              }));
    }
    Map<String, Long> numbers = new HashMap<>();
    for (CompletableFuture<Map.Entry<String, Long>> race : races) {
      Map.Entry<String, Long> pair = test.database.join(race);
      note(numbers, pair.getKey(), pair.getValue());
    }

    System.out.println("1,000 racing transactions: " + attempts + " attempts");
    assertLaw(new Outcome(attempts.get(), numbers), 755, 2 * 755 + 1_025);
  }

  @Test
  void windowsFollowOneAnotherWithoutGapOrOverlap() {
    AllocationWindow window = AllocationWindow.first();
    long expected = 1;
    for (int i = 0; i < 200; i++) {
      assertEquals(expected, window.begin());
      assertEquals(window, AllocationWindow.at(window.begin()));
      expected = window.begin() + window.size();
      window = window.next();
    }
    assertThrows(IllegalArgumentException.class, () -> AllocationWindow.at(0));
    assertThrows(IllegalArgumentException.class, () -> AllocationWindow.at(Long.MAX_VALUE));
  }
}
