package dev.tenure.record.index.rank;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexScan;
import java.util.Objects;

/**
 * A scan of the entries of a group whose ranks are in a range, in the order of scores and then of
 * primary keys, or in reverse. The rank of an entry is the rank of its score. So either all entries
 * with one score are in the range, or none of them.
 *
 * <p>Ranks are evaluated when an execution begins. An execution from a continuation returns no
 * entry twice, and no entry whose rank is outside of the range at that time.
 *
 * @param group the columns of the group; empty in an index without groups
 * @param low the lowest rank, inclusive
 * @param high the highest rank, exclusive; {@link Long#MAX_VALUE} for no limit
 * @param fromTop whether ranks are counted from the highest score down
 */
public record RankScan(Tuple group, long low, long high, boolean fromTop) implements IndexScan {
  public static final String BY_RANK = "by-rank";

  public RankScan {
    Objects.requireNonNull(group, "group");
    if (low < 0 || high < low) {
      throw new IllegalArgumentException(
          "ranks from " + low + " to before " + high + ", expected 0 <= low <= high");
    }
  }

  /**
   * A scan of the ranks from {@code low} to before {@code high}, where the lowest score has rank 0.
   */
  public static RankScan of(Tuple group, long low, long high) {
    return new RankScan(group, low, high, false);
  }

  /**
   * A scan of the ranks from {@code low} to before {@code high}, where the highest score has rank
   * 0. The order of entries is still ascending; a reverse scan begins at the highest score.
   */
  public static RankScan fromTop(Tuple group, long low, long high) {
    return new RankScan(group, low, high, true);
  }

  @Override
  public String kind() {
    return BY_RANK;
  }
}
