package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/** A ranked set in a test's database, between keys of others. */
final class RankedSetFixture implements AutoCloseable {
  static final byte[] PREFIX = {'s', 0x15, 7};
  private static final byte[] BEFORE = {'s', 0x15, 6, (byte) 0xFF};
  private static final byte[] BEHIND = {'s', 0x15, 7, (byte) 0xFF};

  final TestDatabase test = new TestDatabase();
  final RankedSetOptions options;
  final RankedSet set;

  RankedSetFixture(RankedSetOptions options) {
    this.options = options;
    this.set = new RankedSet(PREFIX, options);
    in(
        context -> {
          context.set(BEFORE, new byte[] {1});
          context.set(BEHIND, new byte[] {2});
          return CompletableFuture.completedFuture(null);
        });
  }

  <T> T in(Function<RecordContext, CompletableFuture<T>> body) {
    return test.run(body);
  }

  /** Adds numbers, many in a transaction. */
  void fill(LongStream numbers) {
    List<Tuple> members = numbers.mapToObj(Tuple::from).toList();
    for (int begin = 0; begin < members.size(); begin += 500) {
      List<Tuple> some = members.subList(begin, Math.min(begin + 500, members.size()));
      in(
          context ->
              CompletableFuture.allOf(
                  some.stream()
                      .map(member -> set.add(context, member))
                      .toArray(CompletableFuture<?>[]::new)));
    }
  }

  /** Looks the whole set through in parts of random length; the spare fingers in it. */
  int requireWhole(RandomGenerator random) {
    int spare = 0;
    Optional<Tuple> next = Optional.of(RankedSet.VERIFY_FROM_START);
    while (next.isPresent()) {
      Tuple from = next.get();
      int rowsMax = 1 + random.nextInt(200);
      RankedSetCheck check = in(context -> set.verify(context, from, rowsMax));
      assertEquals(List.of(), check.faults());
      spare += check.spareFingers();
      next = check.next();
    }
    assertEquals(Optional.of((byte) 1), first(BEFORE));
    assertEquals(Optional.of((byte) 2), first(BEHIND));
    return spare;
  }

  private Optional<Byte> first(byte[] key) {
    return Optional.ofNullable(in(context -> context.get(key, true))).map(value -> value[0]);
  }

  /** All rows of the set. */
  List<KeyValue> rows() {
    return in(context -> context.transaction().getRange(new Range(PREFIX, BEHIND)).asList());
  }

  /** All rows, level, member and number of each. */
  List<String> described() {
    List<String> described = new ArrayList<>();
    for (KeyValue row : rows()) {
      Tuple key = Tuple.fromBytes(row.getKey(), PREFIX.length, row.getKey().length - PREFIX.length);
      described.add(key + " = " + ByteArrayUtil.decodeInt(row.getValue()));
    }
    return described;
  }

  void requireEquals(RankedSetModel model, RecordContext context) {
    List<RankedMember> members =
        context.join(set.range(context, 0, Long.MAX_VALUE, Isolation.SNAPSHOT));
    assertEquals(model.members(), members);
    assertEquals(model.size(), context.join(set.size(context, Isolation.SNAPSHOT)));
  }

  @Override
  public void close() {
    test.close();
  }
}
