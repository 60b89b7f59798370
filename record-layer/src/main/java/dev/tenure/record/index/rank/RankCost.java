package dev.tenure.record.index.rank;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;

/**
 * The costs of reads of a ranked set, in requests and keys. A level of the skip list has a
 * sixteenth of the fingers of the level below. A descent reads one range of each level; in a small
 * set it reads hardly more than the head of each level.
 *
 * @param levels the number of levels of the skip list
 * @param members how many scores the set has
 */
public record RankCost(int levels, double members) {
  /** Fingers or members between two fingers of the level above. */
  private static final int WIDTH = 16;

  /** A request, and the head of a level. */
  private static final double HEAD = 2;

  /**
   * The costs for the ranked set of one group.
   *
   * @param members how many scores the group has, about
   * @throws IllegalArgumentException when it is not a rank index
   */
  public static RankCost of(BoundIndex index, double members) {
    if (!(index.maintainer() instanceof RankIndexMaintainer maintainer)) {
      throw new IllegalArgumentException(
          "index " + index.name() + " is of type " + index.index().type() + ", not " + Index.RANK);
    }
    return new RankCost(maintainer.options().levels(), members);
  }

  /** The way to the score at a rank: on each level half of the rows between two fingers. */
  public double descent() {
    double cost = 0;
    for (int level = 0; level < levels; level++) {
      cost += HEAD + between(level) / 2;
    }
    return cost;
  }

  /** The way to a rank that is behind all scores: the highest level tells. */
  public double missed() {
    return HEAD;
  }

  /** The end of a range of ranks: nothing is read for the first, and little behind all scores. */
  public double end(double rank) {
    if (rank <= 0) {
      return 0;
    }
    return rank < members ? descent() : missed();
  }

  /** The rank of a score: the finger before it on each level, and what lies between two of them. */
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
