package dev.tenure.campaigns.globalindex;

import dev.tenure.record.global.ShardDownException;
import java.util.ArrayList;
import java.util.List;

/**
 * The ways in which calls of shards may still fail in a scenario, as one number: how many calls of
 * index shards in the low two bits, and whether one of a data shard in the third.
 */
@SuppressWarnings("StaticAssignmentOfThrowable") // millions of states fail with these two
final class Outages {
  static final int BITS = 3;

  private static final int INDEX = 3;
  static final int DATA = 4;

  /** The library does not ask whether a failed call of an index shard had its effect. */
  private static final ShardDownException UNKNOWN = new ShardDownException("unknown", true, null);

  private static final ShardDownException REFUSED = new ShardDownException("refused", false, null);

  /**
   * A call that fails.
   *
   * @param isPerformed whether it takes effect nevertheless
   * @param answer what the client is told
   * @param left what may fail afterwards
   */
  record Failure(boolean isPerformed, ShardDownException answer, int left) {}

  private Outages() {}

  static int of(Mode mode, int index, int data) {
    return mode.hasOutages() ? index | (data > 0 ? DATA : 0) : 0;
  }

  /** Whether a client may know at its start that the index shards are down; that counts as one. */
  static boolean mayBeKnown(int left) {
    return (left & INDEX) > 0;
  }

  static int afterIndex(int left) {
    return left - 1;
  }

  static List<Failure> of(Request request, int left) {
    List<Failure> failures = new ArrayList<>();
    if (request.isIndex() && (left & INDEX) > 0) {
      failures.add(new Failure(false, UNKNOWN, afterIndex(left)));
      if (request.isWrite()) {
        failures.add(new Failure(true, UNKNOWN, afterIndex(left)));
      }
    } else if (!request.isIndex() && (left & DATA) != 0) {
      failures.add(new Failure(false, REFUSED, left & ~DATA));
      if (request.isWrite()) {
        failures.add(new Failure(false, UNKNOWN, left & ~DATA));
        failures.add(new Failure(true, UNKNOWN, left & ~DATA));
      }
    }
    return failures;
  }
}
