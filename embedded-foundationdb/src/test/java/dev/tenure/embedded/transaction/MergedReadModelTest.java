package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.embedded.ManualEngine;
import dev.tenure.embedded.commit.AtomicOperations;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A transaction that reads and writes at random sees exactly what a sorted map with the same writes
 * holds, and commits it.
 */
class MergedReadModelTest {
  private static final int STEPS = 400;
  private static final int KEYS = 40;
  private static final byte[] USER_END = {(byte) 0xff};
  private static final List<StreamingMode> MODES = List.of(StreamingMode.values());
  private static final List<MutationType> ATOMICS =
      List.of(
          MutationType.ADD,
          MutationType.BIT_AND,
          MutationType.BIT_OR,
          MutationType.BIT_XOR,
          MutationType.MAX,
          MutationType.MIN,
          MutationType.BYTE_MAX,
          MutationType.BYTE_MIN,
          MutationType.APPEND_IF_FITS,
          MutationType.COMPARE_AND_CLEAR);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void readsEqualASortedMapWithTheSameWrites(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    NavigableMap<byte[], byte[]> model = new TreeMap<>(KeyBytes.ORDER);
    try (ManualEngine engine = ManualEngine.memory()) {
      for (int round = 0; round < 4; round++) {
        try (Transaction transaction = engine.begin()) {
          for (int step = 0; step < STEPS; step++) {
            String where = "seed " + seed + " round " + round + " step " + step;
            if (random.nextInt(5) < 2) {
              write(random, transaction, model);
            } else {
              read(random, engine, transaction, model, where);
            }
          }
          engine.now(transaction.commit());
        }
      }
    }
  }

  private static byte[] key(SplittableRandom random) {
    int number = random.nextInt(KEYS);
    byte[] key = {'k', (byte) ('a' + number / 4)};
    return switch (number % 4) {
      case 0 -> key;
      case 1 -> KeyBytes.after(key);
      default -> new byte[] {key[0], key[1], (byte) (number % 4)};
    };
  }

  private static byte[] value(SplittableRandom random) {
    byte[] value = new byte[random.nextInt(4) == 0 ? random.nextInt(2000) : random.nextInt(4)];
    random.nextBytes(value);
    return value;
  }

  private static void write(
      SplittableRandom random, Transaction transaction, NavigableMap<byte[], byte[]> model) {
    byte[] key = key(random);
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        byte[] value = value(random);
        transaction.set(key, value);
        model.put(key, value);
      }
      case 2 -> {
        transaction.clear(key);
        model.remove(key);
      }
      case 3 -> {
        byte[] other = key(random);
        byte[] begin = KeyBytes.least(key, other);
        byte[] end = KeyBytes.greatest(key, other);
        transaction.clear(begin, end);
        model.subMap(begin, true, end, false).clear();
      }
      default -> mutate(random, transaction, model, key);
    }
  }

  private static void mutate(
      SplittableRandom random,
      Transaction transaction,
      NavigableMap<byte[], byte[]> model,
      byte[] key) {
    MutationType type = ATOMICS.get(random.nextInt(ATOMICS.size()));
    byte[] existing = model.get(key);
    byte[] operand =
        type == MutationType.COMPARE_AND_CLEAR && existing != null && random.nextBoolean()
            ? existing
            : value(random);
    transaction.mutate(type, key, operand);
    byte[] result = AtomicOperations.apply(type, existing, operand);
    if (result == null) {
      model.remove(key);
    } else {
      model.put(key, result);
    }
  }

  private static void read(
      SplittableRandom random,
      ManualEngine engine,
      Transaction transaction,
      NavigableMap<byte[], byte[]> model,
      String where) {
    switch (random.nextInt(4)) {
      case 0 -> {
        byte[] key = key(random);
        assertArrayEquals(model.get(key), engine.now(transaction.get(key)), where);
      }
      case 1 -> {
        KeySelector selector = new KeySelector(key(random), random.nextBoolean(), 0);
        assertArrayEquals(
            resolve(model, selector), engine.now(transaction.getKey(selector)), where);
      }
      default -> range(random, engine, transaction, model, where);
    }
  }

  /** Rows whose own write removed them are counted by FoundationDB's selectors; avoid offsets. */
  private static byte[] resolve(NavigableMap<byte[], byte[]> model, KeySelector selector) {
    byte[] key =
        selector.orEqual() ? model.floorKey(selector.getKey()) : model.lowerKey(selector.getKey());
    return key == null ? KeyBytes.EMPTY : key;
  }

  private static void range(
      SplittableRandom random,
      ManualEngine engine,
      Transaction transaction,
      NavigableMap<byte[], byte[]> model,
      String where) {
    byte[] begin = random.nextInt(4) == 0 ? KeyBytes.EMPTY : key(random);
    byte[] end = random.nextInt(4) == 0 ? USER_END : key(random);
    int limit = random.nextInt(3) == 0 ? 1 + random.nextInt(10) : 0;
    boolean reverse = random.nextBoolean();
    StreamingMode mode = MODES.get(random.nextInt(MODES.size()));
    if (mode == StreamingMode.EXACT && limit == 0) {
      limit = 1000;
    }
    List<String> expected = rows(model, begin, end, limit, reverse);
    var range = transaction.getRange(begin, end, limit, reverse, mode);
    String what = where + " " + mode + " limit " + limit + " reverse " + reverse;
    if (random.nextBoolean()) {
      assertEquals(expected, texts(engine.now(range.asList())), what);
      return;
    }
    List<KeyValue> taken = new ArrayList<>();
    AsyncIterator<KeyValue> iterator = range.iterator();
    while (engine.now(iterator.onHasNext())) {
      taken.add(iterator.next());
    }
    assertEquals(expected, texts(taken), what);
  }

  private static List<String> rows(
      NavigableMap<byte[], byte[]> model, byte[] begin, byte[] end, int limit, boolean reverse) {
    List<KeyValue> rows = new ArrayList<>();
    if (KeyBytes.isBefore(begin, end)) {
      model
          .subMap(begin, true, end, false)
          .forEach((key, value) -> rows.add(new KeyValue(key, value)));
    }
    if (reverse) {
      Collections.reverse(rows);
    }
    return texts(limit == 0 || limit > rows.size() ? rows : rows.subList(0, limit));
  }

  private static List<String> texts(List<KeyValue> rows) {
    return rows.stream()
        .map(row -> ManualEngine.text(row.getKey()) + "=" + text(row.getValue()))
        .toList();
  }

  private static @Nullable String text(byte[] value) {
    return ManualEngine.text(value);
  }
}
