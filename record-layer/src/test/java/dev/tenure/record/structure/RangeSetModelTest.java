package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Random inserts and questions against a bitmap: in a line, and in transactions that overlap. */
final class RangeSetModelTest {
  private static final int STEPS = 400;

  /** Keys that are prefixes of one another, with bytes that tuples escape, in order. */
  private static final List<byte[]> KEYS = keys();

  private final TestDatabase test = new TestDatabase();
  private final byte[] prefix = test.subspace.pack(Tuple.from(4, 7, "r"));
  private final RangeSet set = new RangeSet(prefix, "the set");
  private RandomGenerator random = Seeds.of(0);
  private final BitSet model = new BitSet();

  @BeforeEach
  void drawSeeds(RepetitionInfo repetition) {
    random = Seeds.random("RangeSetModelTest " + repetition.getCurrentRepetition());
  }

  @AfterEach
  void close() {
    test.close();
  }

  private static List<byte[]> keys() {
    NavigableSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    keys.add(new byte[0]);
    for (int length = 1; length <= 3; length++) {
      for (byte[] shorter : List.copyOf(keys)) {
        for (int next : new int[] {0, 1, 0x7F, 0xFF}) {
          byte[] longer = Arrays.copyOf(shorter, shorter.length + 1);
          longer[shorter.length] = (byte) next;
          keys.add(longer);
        }
      }
    }
    return List.copyOf(keys);
  }

  private static Range range(int begin, int end) {
    return new Range(KEYS.get(begin), KEYS.get(end));
  }

  /** A question or an insert, on the set and on the bitmap; equal answers mean that they agree. */
  private record Operation(
      String name, Function<RecordContext, Object> onSet, Function<BitSet, Object> onModel) {}

  private Operation operation() {
    int a = random.nextInt(KEYS.size() - 1);
    int longest = random.nextInt(4) == 0 ? KEYS.size() : 6;
    int b = Math.min(KEYS.size() - 1, a + 1 + random.nextInt(longest));
    Range range = range(a, b);
    return switch (random.nextInt(6)) {
      case 0, 1 ->
          new Operation(
              "contains " + a,
              context -> context.join(set.contains(context, KEYS.get(a))),
              bits -> bits.get(a));
      case 2 ->
          new Operation(
              "missing " + a + " to " + b,
              context ->
                  context.join(
                      set.missing(context, range, Continuation.START, ScanOptions.defaults())
                          .asList()),
              bits -> missing(bits, a, b));
      default ->
          new Operation(
              "insert " + a + " to " + b,
              context -> context.join(set.insert(context, range)),
              bits -> {
                boolean changes = bits.nextClearBit(a) < b;
                bits.set(a, b);
                return changes;
              });
    };
  }

  private static List<Range> missing(BitSet bits, int begin, int end) {
    List<Range> gaps = new ArrayList<>();
    int at = bits.nextClearBit(begin);
    while (at < end) {
      int next = bits.nextSetBit(at);
      int gapEnd = next < 0 ? end : Math.min(next, end);
      gaps.add(range(at, gapEnd));
      at = bits.nextClearBit(gapEnd);
    }
    return gaps;
  }

  @RepeatedTest(3)
  void answersAreThoseOfABitmap() {
    for (int i = 0; i < STEPS; i++) {
      if (random.nextInt(40) == 0) {
        model.clear();
        try (RecordContext context = test.database.openContext()) {
          set.clear(context);
          context.join(context.commit());
        }
      }
      Operation operation = operation();
      try (RecordContext context = test.database.openContext()) {
        assertEquals(
            operation.onModel().apply(model), operation.onSet().apply(context), operation.name());
        context.join(context.commit());
      }
      assertRowsAreTheModel();
    }
  }

  /** A transaction under way, with what it was told. */
  private static final class Underway {
    private final RecordContext context;
    private final List<Operation> operations = new ArrayList<>();
    private final List<Object> answers = new ArrayList<>();

    Underway(RecordContext context) {
      this.context = context;
    }

    void run(Operation operation) {
      operations.add(operation);
      answers.add(operation.onSet().apply(context));
    }

    /** What a transaction that begins now would be told. */
    List<Object> replay(BitSet bits) {
      return operations.stream().map(each -> each.onModel().apply(bits)).toList();
    }
  }

  @RepeatedTest(5)
  void transactionsThatOverlapAreAsIfOneAfterAnother() {
    List<Underway> underway = new ArrayList<>();
    int committed = 0;
    int refused = 0;
    for (int i = 0; i < STEPS; i++) {
      while (underway.size() < 4) {
        RecordContext context = test.database.openContext();
        context.join(context.readVersion());
        underway.add(new Underway(context));
      }
      Underway one = underway.get(random.nextInt(underway.size()));
      if (one.operations.isEmpty() || random.nextInt(3) > 0) {
        one.run(operation());
      } else {
        underway.remove(one);
        if (commits(one)) {
          committed++;
          assertEquals(one.replay(model), one.answers, "of a transaction that was committed");
          assertRowsAreTheModel();
        } else {
          refused++;
        }
        if (model.cardinality() > KEYS.size() * 3 / 4) {
          clear();
        }
      }
    }
    underway.forEach(each -> each.context.close());
    assertTrue(committed > refused / 2, committed + " committed, " + refused + " refused");
    assertTrue(refused > 0, "transactions that overlap conflict");
  }

  private void clear() {
    try (RecordContext context = test.database.openContext()) {
      set.clear(context);
      context.join(context.commit());
    }
    model.clear();
  }

  /** Commits as one that writes something beside, so that questions alone conflict as well. */
  private boolean commits(Underway one) {
    try (RecordContext context = one.context) {
      context.set(test.subspace.pack("beside"), new byte[1]);
      context.join(context.commit());
      return true;
    } catch (RecordLayerException e) {
      assertEquals(Code.COMMIT_CONFLICT, e.code());
      return false;
    }
  }

  private void assertRowsAreTheModel() {
    RangeRows rows = new RangeRows(prefix, "the set");
    List<Range> found =
        test.run(context -> context.transaction().getRange(rows.all()).asList()).stream()
            .map(rows::range)
            .toList();
    BitSet bits = new BitSet();
    byte[] last = null;
    for (Range each : found) {
      assertTrue(last == null || Arrays.compareUnsigned(last, each.begin) <= 0, "in order");
      bits.set(indexOf(each.begin), indexOf(each.end));
      last = each.end;
    }
    assertEquals(model, bits);
  }

  private static int indexOf(byte[] key) {
    for (int i = 0; i < KEYS.size(); i++) {
      if (Arrays.equals(KEYS.get(i), key)) {
        return i;
      }
    }
    throw new AssertionError("no key of the model");
  }
}
