package dev.tenure.record.index.aggregate;

import dev.tenure.record.index.aggregate.BitmapQuery.Combined;
import dev.tenure.record.index.aggregate.BitmapQuery.Node;
import java.util.Iterator;
import java.util.List;

/** Combines the current rows of all groups of a query. */
record BitSets(List<BitBlocks> blocks) {

  /** Whether any further row could have a position of the query. */
  boolean mayHaveMore(Node node) {
    return mayHaveMore(node, blocks.iterator());
  }

  private static boolean mayHaveMore(Node node, Iterator<BitBlocks> groups) {
    if (!(node instanceof Combined combined)) {
      return !groups.next().isExhausted();
    }
    boolean left = mayHaveMore(combined.left(), groups);
    boolean right = mayHaveMore(combined.right(), groups);
    return switch (combined.operation()) {
      case AND -> left && right;
      case OR -> left || right;
      case AND_NOT -> left;
    };
  }

  /** The bits of the query's row at an offset. */
  byte[] bits(Node node, long offset) {
    return bits(node, offset, blocks.iterator());
  }

  private static byte[] bits(Node node, long offset, Iterator<BitBlocks> groups) {
    if (!(node instanceof Combined combined)) {
      return groups.next().bits(offset);
    }
    byte[] left = bits(combined.left(), offset, groups);
    byte[] right = bits(combined.right(), offset, groups);
    byte[] result = new byte[left.length];
    for (int i = 0; i < result.length; i++) {
      result[i] =
          switch (combined.operation()) {
            case AND -> (byte) (left[i] & right[i]);
            case OR -> (byte) (left[i] | right[i]);
            case AND_NOT -> (byte) (left[i] & ~right[i]);
          };
    }
    return result;
  }
}
