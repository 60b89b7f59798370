package dev.tenure.examples.geohash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The earth as a square of 2^31 by 2^31 cells, numbered in Z-order: the number interleaves the bits
 * of both coordinates. So the cells of each quarter of the square are one range, and so are those
 * of each quarter of a quarter.
 */
final class Cells {
  private static final int BITS = 31;
  private static final long SIDE = 1L << BITS;

  /** Ranges that are taken together read more than they need; more ranges are more reads. */
  private static final int QUARTERINGS_MAX = 64;

  private Cells() {}

  /** Consecutive cells; both ends are in. */
  record Range(long first, long last) {}

  /** A square of cells, which is a range. */
  private record Square(long north, long east, int bits) {

    Range range() {
      long first = interleaved(north, east);
      return new Range(first, first + (1L << (2 * bits)) - 1);
    }

    List<Square> quarters() {
      long half = 1L << (bits - 1);
      return List.of(
          new Square(north, east, bits - 1),
          new Square(north, east + half, bits - 1),
          new Square(north + half, east, bits - 1),
          new Square(north + half, east + half, bits - 1));
    }

    boolean isIn(Area area) {
      long last = (1L << bits) - 1;
      return area.south() <= north
          && north + last <= area.north()
          && area.west() <= east
          && east + last <= area.east();
    }

    boolean meets(Area area) {
      long last = (1L << bits) - 1;
      return north <= area.north()
          && area.south() <= north + last
          && east <= area.east()
          && area.west() <= east + last;
    }
  }

  /** The cells that an area of the earth lies on. */
  private record Area(long south, long west, long north, long east) {}

  /** The cell of a point. */
  static long of(double latitude, double longitude) {
    return interleaved(place(latitude, 90), place(longitude, 180));
  }

  private static long place(double degrees, int limit) {
    return Math.min(SIDE - 1, (long) ((degrees + limit) / (2 * limit) * SIDE));
  }

  private static long interleaved(long north, long east) {
    return spread(north) << 1 | spread(east);
  }

  /** Puts a zero in front of each bit. */
  private static long spread(long bits) {
    long spread = bits;
    spread = (spread | spread << 16) & 0x0000FFFF0000FFFFL;
    spread = (spread | spread << 8) & 0x00FF00FF00FF00FFL;
    spread = (spread | spread << 4) & 0x0F0F0F0F0F0F0F0FL;
    spread = (spread | spread << 2) & 0x3333333333333333L;
    return (spread | spread << 1) & 0x5555555555555555L;
  }

  /**
   * Ranges, in order, that contain all cells that overlap these degrees, and some other cells.
   * Squares at the edge are divided into quarters, the largest first, until there are enough
   * ranges.
   */
  static List<Range> covering(double south, double west, double north, double east) {
    Area area = new Area(place(south, 90), place(west, 180), place(north, 90), place(east, 180));
    List<Square> whole = new ArrayList<>();
    List<Square> edge = List.of(new Square(0, 0, BITS));
    int quarterings = 0;
    while (!edge.isEmpty() && quarterings + edge.size() <= QUARTERINGS_MAX) {
      quarterings += edge.size();
      List<Square> next = new ArrayList<>();
      for (Square quarter : edge.stream().flatMap(Cells::parts).toList()) {
        if (quarter.isIn(area)) {
          whole.add(quarter);
        } else if (quarter.meets(area)) {
          next.add(quarter);
        }
      }
      edge = next;
    }
    whole.addAll(edge);
    return joined(whole.stream().map(Square::range).toList());
  }

  private static Stream<Square> parts(Square square) {
    return square.bits() == 0 ? Stream.of(square) : square.quarters().stream();
  }

  /** Joins ranges that touch or overlap. */
  static List<Range> joined(List<Range> ranges) {
    List<Range> joined = new ArrayList<>();
    for (Range next : ranges.stream().sorted(Comparator.comparingLong(Range::first)).toList()) {
      int end = joined.size() - 1;
      if (end >= 0 && next.first() <= joined.get(end).last() + 1) {
        Range before = joined.get(end);
        joined.set(end, new Range(before.first(), Math.max(before.last(), next.last())));
      } else {
        joined.add(next);
      }
    }
    return joined;
  }
}
