package dev.tenure.record.keyspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class NameInternerTest {
  private final KeySpaceFixture test = new KeySpaceFixture();
  private final Subspace subspace = new Subspace(new byte[] {'n'});
  private final NameInterner interner = new NameInterner(subspace);

  @AfterEach
  void close() {
    test.close();
  }

  private long intern(NameInterner by, String name) {
    return test.run(context -> by.intern(context, name));
  }

  private NameInterner fresh() {
    return new NameInterner(subspace);
  }

  @Test
  void nameKeepsItsNumberAndNoOtherNameGetsIt() {
    long a = intern(interner, "a");
    long b = intern(interner, "b");

    assertTrue(a >= 1 && a <= 255, "number " + a);
    assertNotEquals(a, b);
    assertEquals(a, intern(interner, "a"));
    assertEquals(a, intern(fresh(), "a"));
  }

  @Test
  void numberLeadsBackToItsName() {
    long number = intern(interner, "gr\u00fcn\0");

    assertEquals(Optional.of("gr\u00fcn\0"), test.run(context -> interner.nameOf(context, number)));
    assertEquals(Optional.of("gr\u00fcn\0"), test.run(context -> fresh().nameOf(context, number)));
    assertEquals(Optional.empty(), test.run(context -> fresh().nameOf(context, number + 1)));
    assertEquals(Optional.empty(), test.run(context -> fresh().nameOf(context, -1)));
  }

  @Test
  void findDoesNotIntern() {
    assertEquals(Optional.empty(), test.run(context -> interner.find(context, "a")));
    long number = intern(interner, "a");
    assertEquals(Optional.of(number), test.run(context -> interner.find(context, "a")));
    assertEquals(Optional.of(number), test.run(context -> fresh().find(context, "a")));
  }

  @Test
  void namesInternedTogetherInOneTransactionGetDifferentNumbers() {
    List<Long> numbers =
        test.run(
            context -> {
              List<CompletableFuture<Long>> running = new ArrayList<>();
              for (String name : new String[] {"a", "b", "a", "c"}) {
                running.add((running.size() % 2 == 0 ? interner : fresh()).intern(context, name));
              }
              return CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new))
                  .thenApply(all -> running.stream().map(CompletableFuture::join).toList());
            });

    assertEquals(numbers.get(0), numbers.get(2));
    assertEquals(3, numbers.stream().distinct().count());
  }

  @Test
  void thousandNamesOfOneTransactionStaySmall() {
    List<Long> numbers = new ArrayList<>();
    test.run(
        context -> {
          CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
          for (int i = 0; i < 1_000; i++) {
            String name = "name-" + i;
            chain =
                chain
                    .thenCompose(nothing -> interner.intern(context, name))
                    .thenAccept(numbers::add);
          }
          return chain;
        });

    assertEquals(1_000, numbers.stream().distinct().count());
    assertTrue(numbers.stream().mapToLong(i -> i).max().orElseThrow() <= 2 * 1_000 + 1_025);
  }

  @Test
  void nameOfATransactionThatWasNotCommittedIsForgotten() {
    long lost;
    try (RecordContext context = test.database.openContext()) {
      lost = context.join(interner.intern(context, "lost"));
      assertEquals(Optional.of("lost"), context.join(interner.nameOf(context, lost)));
      assertEquals(Optional.of(lost), context.join(interner.find(context, "lost")));
      assertEquals(Optional.empty(), test.run(other -> interner.find(other, "lost")));
      assertEquals(Optional.empty(), test.run(other -> interner.nameOf(other, lost)));
    }

    assertEquals(Optional.empty(), test.run(context -> interner.find(context, "lost")));
    assertEquals(Optional.empty(), test.run(context -> interner.nameOf(context, lost)));
  }

  @Test
  void loserOfARaceForANameLeavesNothingInTheCache() {
    try (RecordContext first = test.database.openContext();
        RecordContext second = test.database.openContext()) {
      long winner = first.join(interner.intern(first, "a"));
      long loser = second.join(interner.intern(second, "a"));
      first.join(first.commit());
      RecordLayerException conflict =
          assertThrows(RecordLayerException.class, () -> second.join(second.commit()));

      assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, conflict.code());
      assertEquals(winner, intern(interner, "a"));
      assertTrue(loser == winner || test.run(context -> interner.nameOf(context, loser)).isEmpty());
    }
  }

  @Test
  void listGivesNamesInOrderPageByPage() {
    Map<String, Long> numbers = new HashMap<>();
    for (String name : List.of("c", "a", "b", "a\0")) {
      numbers.put(name, intern(interner, name));
    }

    assertEquals(entries(numbers, "a", "a\0"), test.run(context -> interner.list(context, "", 2)));
    assertEquals(entries(numbers, "b", "c"), test.run(context -> interner.list(context, "a\0", 5)));
  }

  private static List<Map.Entry<String, Long>> entries(Map<String, Long> numbers, String... names) {
    List<Map.Entry<String, Long>> entries = new ArrayList<>();
    for (String name : names) {
      entries.add(Map.entry(name, numbers.getOrDefault(name, 0L)));
    }
    return entries;
  }

  @Test
  void cacheHoldsNoMoreThanItMay() {
    NameCache cache = new NameCache(2);
    for (int i = 0; i < 100; i++) {
      cache.put("name-" + i, i);
    }
    int names = 0;
    int numbers = 0;
    for (int i = 0; i < 100; i++) {
      Optional<Long> number = cache.numberOf("name-" + i);
      numbers += number.isPresent() ? 1 : 0;
      names += cache.nameOf(i).isPresent() ? 1 : 0;
      assertEquals((long) i, number.orElse((long) i));
    }

    assertEquals(List.of(2, 2), List.of(names, numbers));
    assertThrows(IllegalArgumentException.class, () -> new NameCache(-1));
  }

  @Test
  void internerWithoutCacheReadsEveryTime() {
    NameInterner uncached = new NameInterner(subspace, 0);
    long number = intern(uncached, "a");

    assertEquals(number, intern(uncached, "a"));
    assertEquals(Optional.of("a"), test.run(context -> uncached.nameOf(context, number)));
  }

  @Test
  void cachedNameIsFoundWithoutARead() {
    long number = intern(interner, "a");

    try (RecordContext context = test.database.openContext()) {
      assertTrue(interner.intern(context, "a").isDone());
      assertTrue(interner.nameOf(context, number).isDone());
      context.set(new byte[] {'x'}, new byte[0]);
      intern(fresh(), "b");
      context.join(context.commit());
    }
  }

  @Test
  void nameOutsideOfTheLimitsIsRefused() {
    try (RecordContext context = test.database.openContext()) {
      assertThrows(IllegalArgumentException.class, () -> interner.intern(context, ""));
      assertThrows(IllegalArgumentException.class, () -> interner.intern(context, "\ud800"));
      assertThrows(IllegalArgumentException.class, () -> interner.find(context, "x".repeat(1_001)));
      assertThrows(IllegalArgumentException.class, () -> interner.list(context, "", 0));
    }
  }

  @Test
  void nameWhoseKeyIsTooLongGetsNoNumber() {
    NameInterner deep = new NameInterner(new Subspace(new byte[9_500]));
    try (RecordContext context = test.database.openContext()) {
      for (int i = 0; i < 2; i++) {
        assertEquals(
            RecordLayerException.Code.KEY_TOO_LARGE,
            assertThrows(
                    RecordLayerException.class,
                    () -> context.join(deep.intern(context, "x".repeat(1_000))))
                .code());
      }
    }
  }

  @Test
  void keysAndValuesAreAsDocumented() {
    RandomGenerator zero = () -> 0;
    RecordDatabase fixed = test.on(test.engine, zero);
    fixed.join(fixed.run(context -> interner.intern(context, "a")));
    Map<String, String> rows = new HashMap<>();
    for (KeyValue row : test.rows(subspace)) {
      rows.put(hex(row.getKey()), hex(row.getValue()));
    }

    assertEquals(
        Map.of(
            "6e150114026100", "011501",
            "6e150115011501", "0161",
            "6e150115021501", "0100000000000000"),
        rows);
    assertEquals("0116012c", hex(InternedKeys.encode(300)));
  }

  @Test
  void drawsThatNeverHitAFreeNumberEndInAnError() {
    RandomGenerator zero = () -> 0;
    RecordDatabase fixed = test.on(test.engine, zero);
    fixed.join(fixed.run(context -> interner.intern(context, "a")));

    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> fixed.join(fixed.run(context -> interner.intern(context, "b"))));
    assertEquals(RecordLayerException.Code.DAMAGED, refused.code());
  }

  @Test
  void keysOfAnotherLayoutAreRefusedByEveryOperation() {
    for (Tuple other : List.of(Tuple.from(0), Tuple.from(2, 0, "a"), new Tuple())) {
      byte[] key = subspace.pack(other);
      test.set(key, new byte[] {1});

      assertLayoutRefused(() -> intern(fresh(), "a"));
      assertLayoutRefused(() -> test.run(context -> fresh().find(context, "a")));
      assertLayoutRefused(() -> test.run(context -> fresh().nameOf(context, 1)));
      assertLayoutRefused(() -> test.run(context -> fresh().list(context, "", 1)));
      test.run(
          context -> {
            context.clear(key);
            return CompletableFuture.completedFuture(true);
          });
    }
    intern(fresh(), "a");
  }

  private static void assertLayoutRefused(Executable action) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, action);
    assertEquals(RecordLayerException.Code.FORMAT_UNKNOWN, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains("known is layout 1"));
  }

  @Test
  void layoutThatAppearsDuringAnAllocationEndsItsCommit() {
    intern(interner, "a");
    try (RecordContext context = test.database.openContext()) {
      context.join(interner.intern(context, "b"));
      test.set(subspace.pack(Tuple.from(2, "b")), new byte[] {1});

      assertEquals(
          RecordLayerException.Code.COMMIT_CONFLICT,
          assertThrows(RecordLayerException.class, () -> context.join(context.commit())).code());
    }
  }

  @Test
  void unknownFormatIsRefusedNamingTheKey() {
    test.set(new InternedKeys(subspace).byName("a"), new byte[] {2, 0x14});

    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> intern(interner, "a"));
    assertEquals(RecordLayerException.Code.FORMAT_UNKNOWN, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains("\\x02a\\x00"));
  }

  @Test
  void anyStoredBytesGiveATypedErrorOrAnAnswer() {
    RandomGenerator random = KeySpaceFixture.random("NameInternerTest");
    InternedKeys keys = new InternedKeys(subspace);
    for (int i = 0; i < 300; i++) {
      byte[] value = new byte[random.nextInt(12)];
      random.nextBytes(value);
      if (value.length > 0 && random.nextBoolean()) {
        value[0] = 1;
      }
      test.set(keys.byName("a"), value);
      test.set(keys.byNumber(7), value);
      test.set(keys.window(AllocationWindow.first()), value);
      byte[] garbage = new byte[8];
      random.nextBytes(garbage);
      byte[] windows = subspace.pack(Tuple.from(1, 2));
      byte[] window = ByteArrayUtil.join(windows, garbage);
      test.set(window, value);

      typed(() -> test.run(context -> fresh().find(context, "a")));
      typed(() -> test.run(context -> fresh().nameOf(context, 7)));
      typed(() -> test.run(context -> fresh().list(context, "", 5)));
      try (RecordContext context = test.database.openContext()) {
        typed(() -> context.join(fresh().intern(context, "new")));
      }
      test.run(
          context -> {
            context.clear(window);
            return CompletableFuture.completedFuture(true);
          });
    }
  }

  private static void typed(Runnable action) {
    try {
      action.run();
    } catch (RecordLayerException e) {
      assertTrue(
          e.code() == RecordLayerException.Code.DAMAGED
              || e.code() == RecordLayerException.Code.FORMAT_UNKNOWN,
          e.toString());
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
