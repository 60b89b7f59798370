package dev.tenure.record.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** What every operator does with continuations that are not its own, and when it ends. */
final class OperatorTest {
  private final MemoryScans scans =
      new MemoryScans(RandomGeneratorFactory.of("L64X128MixRandom").create(3));
  private final ScanBudget unlimited = new ScanBudget(ScanLimits.none(), scans.clock);

  private CursorSource<Integer> scan(String name, Integer... rows) {
    return from -> scans.scan(name, List.of(rows), unlimited, from);
  }

  private Map<String, CursorSource<Integer>> operators() {
    CursorSource<Integer> source = scan("a", 1, 2, 2, 4, 5, 6);
    List<CursorSource<Integer>> two = List.of(source, scan("b", 2, 4, 5, 6));
    Map<String, CursorSource<Integer>> operators = new LinkedHashMap<>();
    operators.put("scan", from -> Cursors.strict(source.resume(from)));
    operators.put("list", from -> Cursors.list("a", List.of(1, 2, 3), from, unlimited));
    operators.put("list b", from -> Cursors.list("b", List.of(1, 2, 3), from, unlimited));
    operators.put("concat", from -> Cursors.concat(from, two));
    operators.put("concat 3", from -> Cursors.concat(from, List.of(source, source, source)));
    FlatMap<Integer, Integer> map = FlatMap.to((x, at) -> scan("i" + x, x, x).resume(at));
    operators.put("flatMap", from -> Cursors.flatMap(from, source, map));
    operators.put(
        "checked flatMap",
        from -> Cursors.flatMap(from, source, map.withCheck(Tuple::from).withWidth(3)));
    operators.put("orElse", from -> Cursors.orElse(from, source, scan("b", 1)));
    operators.put("distinct", from -> Cursors.distinct(from, source, Tuple::from));
    operators.put("union", from -> Cursors.union(from, two, Tuple::from, false));
    operators.put(
        "reverse union",
        from -> Cursors.union(from, List.of(scan("c", 3, 2), scan("d", 3, 1)), Tuple::from, true));
    operators.put(
        "union 3",
        from -> Cursors.union(from, List.of(source, source, source), Tuple::from, false));
    operators.put("unorderedUnion", from -> Cursors.unorderedUnion(from, two));
    operators.put("intersection", from -> Cursors.intersection(from, two, Tuple::from, false));
    operators.put("skip 1", from -> Cursors.skip(1, from, source));
    operators.put("skip 2", from -> Cursors.skip(2, from, source));
    operators.put("atMost", from -> Cursors.atMost(2, from, source));
    operators.put("plan 1", from -> Cursors.plan(1, from, source));
    operators.put("plan 2", from -> Cursors.plan(2, from, source));
    return operators;
  }

  private CursorSource<Integer> operator(String name) {
    return Objects.requireNonNull(operators().get(name), name);
  }

  @Test
  void everyOperatorRefusesTheContinuationsOfAllOthers() {
    operators()
        .forEach(
            (name, operator) -> {
              Continuation behind =
                  scans.join(operator.open(Continuation.START).next()).continuation();
              operators()
                  .forEach(
                      (otherName, other) -> {
                        if (otherName.equals(name)) {
                          assertFalse(scans.join(other.open(behind).asList()).isEmpty());
                          return;
                        }
                        RecordLayerException refused =
                            assertThrows(
                                RecordLayerException.class,
                                () -> other.open(behind),
                                otherName + " from " + name);
                        assertEquals(Code.CONTINUATION_REFUSED, refused.code());
                      });
            });
  }

  @Test
  void refusalNamesBothOperators() {
    Continuation union =
        scans.join(operator("union").open(Continuation.START).next()).continuation();

    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> operator("distinct").open(union));

    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("UNION") && message.contains("DISTINCT"), message);
  }

  @Test
  void madeUpStatesAreRefused() {
    byte[][] states = {{}, {9}, {(byte) 0x80}, {1, 1}, {-1, -1, -1, -1, 7}};
    for (byte[] state : states) {
      assertMadeUpRefused("concat", Operator.CONCAT, 2, state, 1);
      assertMadeUpRefused("orElse", Operator.OR_ELSE, 0, state, 1);
      assertMadeUpRefused("unorderedUnion", Operator.UNORDERED_UNION, 0, state, 2);
      assertMadeUpRefused("skip 1", Operator.SKIP, 1, state, 1);
      assertMadeUpRefused("atMost", Operator.AT_MOST, 2, state, 1);
    }
    assertMadeUpRefused("distinct", Operator.DISTINCT, 0, new byte[0], 1);
    assertMadeUpRefused("flatMap", Operator.FLAT_MAP, 0, new byte[] {2}, 2);
  }

  private void assertMadeUpRefused(
      String name, Operator operator, long fingerprint, byte[] state, int children) {
    Continuation madeUp =
        Continuation.of(
            operator, fingerprint, state, Collections.nCopies(children, Continuation.START));
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> operator(name).open(madeUp), name + madeUp);
    assertEquals(Code.CONTINUATION_REFUSED, refused.code());
  }

  @Test
  void everyOperatorEndsFromEnd() {
    operators()
        .forEach(
            (name, operator) ->
                assertEquals(
                    CursorResult.Stop.exhausted(),
                    scans.join(operator.open(Continuation.END).next()),
                    name));
  }

  @Test
  void everyOperatorClosesWhatIsBelowWhenItStops() {
    scans.opened = 0;
    scans.closed = 0;
    operators()
        .forEach(
            (name, operator) -> {
              var unused = scans.join(operator.open(Continuation.START).asList());
              assertEquals(scans.opened, scans.closed, name);
            });
  }
}
