package dev.tenure.record.index.rank;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;

/**
 * The costs of reads of a ranked set, in requests and keys. A level of the skip list has a
 * sixteenth of the fingers of the level below. A descent reads one range of each level; in a small
 * set it reads hardly more than the head of each level.
 *
 * @param levels the number of levels of the skip list
 * @param members the number of scores in the set
 */
public record RankCost(int levels, double members) {
  /** Fingers or members between two fingers of the level above. */
  private static final int WIDTH = 16;

  /** A request, and the head of a level. */
  private static final double HEAD = 2;

  /**
   * The costs for the ranked set of one group.
   *
   * @param members the approximate number of scores of the group
   * @throws IllegalArgumentException when the index is not a rank index
   */
  public static RankCost of(BoundIndex index, double members) {
    if (!(index.maintainer() instanceof RankIndexMaintainer maintainer)) {
      throw new IllegalArgumentException(
          "index " + index.name() + " is of type " + index.index().type() + ", not " + Index.RANK);
    }
    return new RankCost(maintainer.options().levels(), members);
  }

  /**
   * The cost of finding the score at a rank: on each level, half of the rows between two fingers.
   */
  public double descent() {
    double cost = 0;
    for (int level = 0; level < levels; level++) {
      cost += HEAD + between(level) / 2;
    }
    return cost;
  }

  /** The cost of finding that a rank lies behind all scores, which the highest level shows. */
  public double missed() {
    return HEAD;
  }

  /**
   * The cost of finding an end of a range of ranks. Rank 0 needs no read, and a rank behind all
   * scores few. Of groups with 1.2 scores on average, a fifth has the rank 1.
   */
  public double end(double rank) {
    double found = Math.max(0, Math.min(1, members - rank));
    return rank <= 0 ? 0 : missed() + found * (descent() - missed());
  }

  /**
   * The cost of the rank of a score: the finger before it on each level, and the rows between two
   * fingers.
   */
  public double rank(boolean fromTop) {
    double cost = HEAD * (levels - 1);
    for (int level = 0; level < levels; level++) {
      cost += Math.min(1, fingers(level)) * (1 + between(level) / 2);
    }
    return fromTop ? cost + 2 * HEAD : cost;
  }

  private double fingers(int level) {
    return members / Math.pow(WIDTH, level);
  }

  private double between(int level) {
    return Math.min(WIDTH, fingers(level));
  }
}
