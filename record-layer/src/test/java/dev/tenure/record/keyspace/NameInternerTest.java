package dev.tenure.record.keyspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordDatabase;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.RunOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NameInternerTest {
  private static final RunOptions PATIENT =
      RunOptions.defaults()
          .withAttemptsMax(1_000)
          .withDelays(Duration.ofNanos(1), Duration.ofMillis(5));

  private final Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final RecordDatabase database =
      RecordDatabase.builder(engine)
          .clock(InstantSource.system())
          .random(new SplittableRandom(3))
          .executor(threads)
          .timer(threads)
          .build();
  private final Subspace subspace = new Subspace(new byte[] {'n'});
  private final NameInterner interner = new NameInterner(subspace);

  @AfterEach
  void close() {
    engine.close();
    threads.shutdownNow();
  }

  private <T> T run(Function<RecordContext, CompletionStage<T>> body) {
    return database.join(database.run(PATIENT, body));
  }

  private long intern(NameInterner by, String name) {
    return run(context -> by.intern(context, name));
  }

  private NameInterner fresh() {
    return new NameInterner(subspace);
  }

  @Test
  void nameKeepsItsNumberAndNumbersGoUpFromOne() {
    assertEquals(1, intern(interner, "a"));
    assertEquals(2, intern(interner, "b"));
    assertEquals(1, intern(interner, "a"));
    assertEquals(1, intern(fresh(), "a"));
  }

  @Test
  void numberLeadsBackToItsName() {
    run(context -> interner.intern(context, "gr\u00fcn\0"));

    assertEquals(Optional.of("gr\u00fcn\0"), run(context -> interner.nameOf(context, 1)));
    assertEquals(Optional.of("gr\u00fcn\0"), run(context -> fresh().nameOf(context, 1)));
    assertEquals(Optional.empty(), run(context -> fresh().nameOf(context, 2)));
  }

  @Test
  void findDoesNotIntern() {
    assertEquals(Optional.empty(), run(context -> interner.find(context, "a")));
    intern(interner, "a");
    assertEquals(Optional.of(1L), run(context -> interner.find(context, "a")));
    assertEquals(Optional.of(1L), run(context -> fresh().find(context, "a")));
  }

  @Test
  void namesInternedTogetherInOneTransactionGetDifferentNumbers() {
    List<Long> numbers =
        run(
            context -> {
              List<CompletableFuture<Long>> running = new ArrayList<>();
              for (String name : new String[] {"a", "b", "a", "c"}) {
                running.add((running.size() % 2 == 0 ? interner : fresh()).intern(context, name));
              }
              return CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new))
                  .thenApply(all -> running.stream().map(CompletableFuture::join).toList());
            });

    assertEquals(List.of(1L, 2L, 1L, 3L), numbers);
  }

  @Test
  void nameOfATransactionThatWasNotCommittedIsForgotten() {
    try (RecordContext context = database.openContext()) {
      assertEquals(1, context.join(interner.intern(context, "lost")));
      assertEquals(Optional.of("lost"), context.join(interner.nameOf(context, 1)));
      assertEquals(Optional.of(1L), context.join(interner.find(context, "lost")));
    }

    assertEquals(Optional.empty(), run(context -> interner.find(context, "lost")));
    assertEquals(Optional.empty(), run(context -> interner.nameOf(context, 1)));
    assertEquals(1, intern(interner, "kept"));
  }

  @Test
  void racingTransactionsAgreeOnEveryName() {
    List<CompletableFuture<Map.Entry<String, Long>>> races = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String name = "name-" + i % 20;
      NameInterner own = fresh();
      races.add(
          database.run(
              PATIENT,
              context -> own.intern(context, name).thenApply(number -> Map.entry(name, number))));
    }
    Map<String, Long> numbers = new HashMap<>();
    for (CompletableFuture<Map.Entry<String, Long>> race : races) {
      Map.Entry<String, Long> pair = database.join(race);
      Long before = numbers.put(pair.getKey(), pair.getValue());
      assertTrue(before == null || before.equals(pair.getValue()), pair.getKey());
    }

    assertEquals(
        LongStream.rangeClosed(1, 20).boxed().toList(),
        numbers.values().stream().sorted().toList());
  }

  @Test
  void listGivesNamesInOrderPageByPage() {
    for (String name : List.of("c", "a", "b", "a\0")) {
      run(context -> interner.intern(context, name));
    }

    assertEquals(
        List.of(Map.entry("a", 2L), Map.entry("a\0", 4L)),
        run(context -> interner.list(context, "", 2)));
    assertEquals(
        List.of(Map.entry("b", 3L), Map.entry("c", 1L)),
        run(context -> interner.list(context, "a\0", 5)));
  }

  @Test
  void cacheDropsTheLeastRecentlyUsed() {
    PairCache cache = new PairCache(2);
    cache.put("a", 1);
    cache.put("b", 2);
    assertEquals(1L, cache.numberOf("a"));
    cache.put("c", 3);

    assertEquals(1L, cache.numberOf("a"));
    assertEquals(null, cache.numberOf("b"));
    assertEquals(null, cache.nameOf(2));
    assertEquals("c", cache.nameOf(3));
  }

  @Test
  void cachedNameIsFoundWithoutARead() {
    intern(interner, "a");

    try (RecordContext context = database.openContext()) {
      assertTrue(interner.intern(context, "a").isDone());
      context.set(new byte[] {'x'}, new byte[0]);
      run(other -> fresh().intern(other, "b"));
      context.join(context.commit());
    }
  }

  @Test
  void nameOutsideOfTheLimitsIsRefused() {
    try (RecordContext context = database.openContext()) {
      assertThrows(IllegalArgumentException.class, () -> interner.intern(context, ""));
      assertThrows(IllegalArgumentException.class, () -> interner.find(context, "x".repeat(1_001)));
      assertThrows(IllegalArgumentException.class, () -> interner.list(context, "", 0));
    }
  }

  @Test
  void keysAndValuesAreAsDocumented() {
    intern(interner, "a");
    Map<String, String> rows = new HashMap<>();
    run(
        context ->
            context
                .transaction()
                .getRange(subspace.range())
                .asList()
                .thenAccept(
                    all -> all.forEach(row -> rows.put(hex(row.getKey()), hex(row.getValue())))));

    assertEquals(Map.of("6e14", "011502", "6e1501026100", "011501", "6e15021501", "0161"), rows);
    assertEquals("0116012c", hex(InternedKeys.encode(300)));
  }

  @Test
  void unknownFormatIsRefusedNamingTheKey() {
    run(
        context -> {
          context.set(subspace.pack(Tuple.from(1, "a")), new byte[] {2, 0x14});
          return CompletableFuture.completedFuture(null);
        });

    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> intern(interner, "a"));
    assertEquals(RecordLayerException.Code.FORMAT_UNKNOWN, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains("n\\x15\\x01\\x02a\\x00"));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
