package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever bytes lie where a range set lies, there is an answer or a typed error. */
final class RangeSetDamageTest {
  private static final byte[] BEGIN = {5};
  private static final Range AROUND = new Range(new byte[] {1}, new byte[] {9});

  private final TestDatabase test = new TestDatabase();
  private final byte[] prefix = test.subspace.pack(Tuple.from(4, 7, "r"));
  private final RangeSet set = new RangeSet(prefix, "the set");

  @AfterEach
  void close() {
    test.close();
  }

  private List<Function<RecordContext, CompletableFuture<?>>> operations() {
    return List.of(
        context -> set.contains(context, new byte[] {6}),
        context -> set.insert(context, AROUND),
        context ->
            set.missing(context, AROUND, Continuation.START, ScanOptions.defaults()).asList());
  }

  private void put(byte[] key, byte[] value) {
    test.run(
        context -> {
          context.set(key, value);
          return CompletableFuture.completedFuture(null);
        });
  }

  private byte[] row(byte[] begin) {
    return new Tuple().add(begin).pack(prefix);
  }

  private void assertAllFail(Code code, String part) {
    for (Function<RecordContext, CompletableFuture<?>> operation : operations()) {
      RecordLayerException failed =
          assertThrows(
              RecordLayerException.class,
              () -> test.run(context -> operation.apply(context).thenAccept(ignored -> {})));
      assertEquals(code, failed.code(), failed.getMessage());
      assertTrue(String.valueOf(failed.getMessage()).contains(part), failed.getMessage());
      assertTrue(
          String.valueOf(failed.getMessage()).contains("the set, key "), failed.getMessage());
    }
  }

  @Test
  void unknownFormatIsNamed() {
    put(row(BEGIN), new byte[] {2, 7});
    assertAllFail(Code.FORMAT_UNKNOWN, "has format 2, known is 1");
  }

  @Test
  void emptyValueHasNoFormat() {
    put(row(BEGIN), new byte[0]);
    assertAllFail(Code.FORMAT_UNKNOWN, "has format none");
  }

  @Test
  void rangeThatEndsBeforeItsBeginIsDamage() {
    put(row(BEGIN), new byte[] {1, 4});
    assertAllFail(Code.DAMAGED, "ends at or before its begin");
    put(row(BEGIN), new byte[] {1});
    assertAllFail(Code.DAMAGED, "ends at or before its begin, at \"\"");
  }

  @Test
  void keyThatIsNoTupleOfBytesIsDamage() {
    for (byte[] key :
        List.of(
            ByteArrayUtil.join(prefix, new byte[] {1, 5}),
            ByteArrayUtil.join(row(BEGIN), new byte[] {0x14}))) {
      put(key, new byte[] {1, 7});
      assertAllFail(Code.DAMAGED, "has a key that is no begin");
      test.run(
          context -> {
            context.clear(key);
            return CompletableFuture.completedFuture(null);
          });
    }
  }

  @Test
  void rangesThatOverlapAreDamageWhereTheyAreMet() {
    put(row(new byte[] {2}), new byte[] {1, 6});
    put(row(BEGIN), new byte[] {1, 7});
    for (int i : new int[] {1, 2}) {
      RecordLayerException failed =
          assertThrows(
              RecordLayerException.class,
              () -> test.run(context -> operations().get(i).apply(context).thenAccept(any -> {})));
      assertEquals(Code.DAMAGED, failed.code());
      assertTrue(
          String.valueOf(failed.getMessage()).contains("begins before the end of the range"),
          failed.getMessage());
    }
  }

  @Test
  void anyBytesGiveAnAnswerOrATypedError() {
    RandomGenerator random = Seeds.random("RangeSetDamageTest");
    int answers = 0;
    int errors = 0;
    for (int i = 0; i < 600; i++) {
      byte[] tail = new byte[random.nextInt(6)];
      random.nextBytes(tail);
      byte[] value = new byte[random.nextInt(5)];
      random.nextBytes(value);
      if (value.length > 0 && random.nextBoolean()) {
        value[0] = 1;
      }
      byte[] key = random.nextBoolean() ? row(tail) : ByteArrayUtil.join(prefix, tail);
      try (RecordContext context = test.database.openContext()) {
        context.set(key, value);
        try {
          context.join(operations().get(random.nextInt(3)).apply(context));
          answers++;
        } catch (RecordLayerException e) {
          assertTrue(e.code() == Code.DAMAGED || e.code() == Code.FORMAT_UNKNOWN, e.getMessage());
          errors++;
        }
      }
    }
    assertTrue(answers > 50 && errors > 50, answers + " answers, " + errors + " errors");
  }
}
