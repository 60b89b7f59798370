package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.RecordLayerException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Rows that are not what the set wrote: every operation gives an answer or a typed error. */
final class RankedSetDamageTest {
  private static final Isolation SNAPSHOT = Isolation.SNAPSHOT;

  @Test
  void anyDamageIsFoundAndNothingFailsOtherwise() {
    RandomGenerator random = Seeds.random("RankedSetDamageTest");
    try (RankedSetFixture world = new RankedSetFixture(new RankedSetOptions(4, true))) {
      world.fill(LongStream.range(0, 120));
      List<KeyValue> rows = world.rows();
      for (int i = 0; i < 300; i++) {
        try (RecordContext context = world.test.database.openContext()) {
          String what = damage(context, rows.get(random.nextInt(rows.size())), random);
          assertTrue(isFound(world.set, context), what);
          List<CompletableFuture<?>> operations =
              List.of(
                  world.set.rank(context, Tuple.from(random.nextInt(130)), SNAPSHOT),
                  world.set.rankFromEnd(context, Tuple.from(random.nextInt(130)), SNAPSHOT),
                  world.set.at(context, random.nextInt(130), SNAPSHOT),
                  world.set.atFromEnd(context, random.nextInt(130), SNAPSHOT),
                  world.set.range(context, random.nextInt(130), 200, SNAPSHOT),
                  world.set.size(context, SNAPSHOT),
                  world.set.remove(context, Tuple.from(random.nextInt(130))),
                  world.set.takeBack(context, Tuple.from(random.nextInt(130))),
                  world.set.add(context, Tuple.from(random.nextInt(2_000))));
          operations.forEach(each -> requireTyped(context, each, what));
        }
      }
    }
  }

  /** Changes, removes or adds a row, in a transaction that is not committed. */
  private static String damage(RecordContext context, KeyValue row, RandomGenerator random) {
    byte[] key = row.getKey();
    switch (random.nextInt(4)) {
      case 0 -> context.clear(key);
      case 1 -> {
        byte[] value = new byte[random.nextInt(20)];
        random.nextBytes(value);
        context.set(key, value);
      }
      case 2 -> {
        RankedSetKeys keys = new RankedSetKeys(RankedSetFixture.PREFIX, 4);
        long number = keys.number(row) + 1 + random.nextInt(5);
        context.set(key, RankedSetKeys.encode(number));
      }
      default -> {
        byte[] other = new byte[1 + random.nextInt(6)];
        random.nextBytes(other);
        other[0] = (byte) random.nextInt(0xFF);
        byte[] level = Tuple.from(random.nextInt(4)).pack(RankedSetFixture.PREFIX);
        key = ByteArrayUtil.join(level, other);
        context.set(key, RankedSetKeys.encode(1 + random.nextInt(9)));
      }
    }
    return ByteArrayUtil.printable(key);
  }

  private static boolean isFound(RankedSet set, RecordContext context) {
    Optional<Tuple> next = Optional.of(RankedSet.VERIFY_FROM_START);
    while (next.isPresent()) {
      Tuple from = next.get();
      try {
        RankedSetCheck check = context.join(set.verify(context, from, 500));
        if (!check.faults().isEmpty()) {
          return true;
        }
        next = check.next();
      } catch (RecordLayerException e) {
        return e.code() == RecordLayerException.Code.DAMAGED;
      }
    }
    return false;
  }

  private static void requireTyped(RecordContext context, CompletableFuture<?> done, String what) {
    try {
      context.join(done);
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.DAMAGED, e.code(), what);
    }
  }
}
