package dev.tenure.record.index.rank;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexScan;
import java.util.Objects;

/**
 * The entries of a group whose ranks are in a range, in the order of scores, then of primary keys;
 * in the reverse order when the scan is so. The rank of an entry is how many come before its score:
 * so of entries with equal scores all are in the range, or none.
 *
 * <p>Ranks are found when an execution begins. One that goes on from a continuation gives no entry
 * again, and none whose rank is not in the range by then.
 *
 * @param group the columns of the group; empty in an index without groups
 * @param low the least rank
 * @param high ranks from this one on are not in the range; {@link Long#MAX_VALUE} for no end
 * @param fromTop whether ranks are counted from the highest score down
 */
public record RankScan(Tuple group, long low, long high, boolean fromTop) implements IndexScan {
  public static final String BY_RANK = "by-rank";

  public RankScan {
    Objects.requireNonNull(group, "group");
    if (low < 0 || high < low) {
      throw new IllegalArgumentException(
          "ranks from " + low + " to before " + high + ", expected 0 or more and not less");
    }
  }

  /** Ranks from one to before another, the lowest score being 0. */
  public static RankScan of(Tuple group, long low, long high) {
    return new RankScan(group, low, high, false);
  }

  /**
   * Ranks from one to before another, the highest score being 0. The order is as of all scans: a
   * reverse one begins at the top.
   */
  public static RankScan fromTop(Tuple group, long low, long high) {
    return new RankScan(group, low, high, true);
  }

  @Override
  public String kind() {
    return BY_RANK;
  }
}
