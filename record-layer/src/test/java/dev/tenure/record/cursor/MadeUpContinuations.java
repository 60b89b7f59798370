package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Continuations that nobody gave out: those of one tree, with other bytes in one of its places. */
public final class MadeUpContinuations {
  private static final List<byte[]> BYTES =
      List.of(
          new byte[0],
          new byte[] {(byte) 0xff},
          nested(9_000),
          Tuple.from("x").pack(),
          Tuple.from(-1L, null, Tuple.from(1L)).pack(),
          Tuple.from(Long.MAX_VALUE, Long.MAX_VALUE).pack(),
          new byte[] {0x02, 0x61});
  private static final List<@Nullable Object> ITEMS =
      Arrays.asList(null, "x", -1L, Long.MIN_VALUE, new byte[0], 1.5, List.of(), List.of("x"));

  private MadeUpContinuations() {}

  /** A tuple in a tuple, and so on, which has no end. */
  private static byte[] nested(int depth) {
    byte[] bytes = new byte[depth];
    Arrays.fill(bytes, (byte) 0x05);
    return bytes;
  }

  /** One for each place of the tree and each change of its bytes. */
  public static List<Continuation> of(Continuation honest) {
    List<Continuation> changed = new ArrayList<>();
    if (honest.isStart() || honest.isEnd()) {
      return changed;
    }
    boolean isLeaf = honest.tag() == Continuation.Tag.AT;
    others(honest.bytes())
        .forEach(
            bytes ->
                changed.add(
                    isLeaf
                        ? Continuation.at(honest.fingerprint(), bytes)
                        : with(honest, bytes, honest.children())));
    if (!isLeaf) {
      for (int i = 0; i < honest.children().size(); i++) {
        for (Continuation child : of(honest.children().get(i))) {
          List<Continuation> children = new ArrayList<>(honest.children());
          children.set(i, child);
          changed.add(with(honest, honest.bytes(), children));
        }
      }
    }
    return changed;
  }

  private static Continuation with(Continuation node, byte[] state, List<Continuation> children) {
    return Continuation.of(node.operator(), node.fingerprint(), state, children);
  }

  private static List<byte[]> others(byte[] honest) {
    List<byte[]> others = new ArrayList<>(BYTES);
    if (honest.length > 0) {
      others.add(Arrays.copyOf(honest, honest.length - 1));
      List<Object> items = PackedTuples.unpack(honest, 0).map(Tuple::getItems).orElseGet(List::of);
      for (int i = 0; i < items.size(); i++) {
        for (@Nullable Object item : ITEMS) {
          List<@Nullable Object> changed = new ArrayList<>(items);
          changed.set(i, item);
          others.add(Tuple.fromList(changed).pack());
        }
      }
    }
    return others;
  }
}
