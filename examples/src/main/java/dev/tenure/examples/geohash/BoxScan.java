package dev.tenure.examples.geohash;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexScan;
import java.util.ArrayList;
import java.util.List;

/**
 * The points of a group within a range of latitudes and of longitudes, including its edges. A box
 * whose western edge lies east of its eastern edge crosses the dateline, which has two longitudes,
 * 180 and -180. A pole has all longitudes, so a box that reaches a pole's latitude contains the
 * pole.
 *
 * @param group the columns before latitude and longitude
 */
public record BoxScan(Tuple group, double minLat, double minLon, double maxLat, double maxLon)
    implements IndexScan {
  /** The kind of this scan. */
  public static final String BOX = "geohash-box";

  /** Checks that the degrees lie on the earth. */
  public BoxScan {
    requireLatitude(minLat);
    requireLatitude(maxLat);
    requireLongitude(minLon);
    requireLongitude(maxLon);
    if (minLat > maxLat) {
      throw new IllegalArgumentException("box from latitude " + minLat + " to " + maxLat);
    }
  }

  /** A box in an index without groups. */
  public BoxScan(double minLat, double minLon, double maxLat, double maxLon) {
    this(new Tuple(), minLat, minLon, maxLat, maxLon);
  }

  @Override
  public String kind() {
    return BOX;
  }

  static void requireLatitude(double degrees) {
    require("latitude", degrees, 90);
  }

  static void requireLongitude(double degrees) {
    require("longitude", degrees, 180);
  }

  private static void require(String what, double degrees, int limit) {
    if (!(Math.abs(degrees) <= limit)) {
      throw new IllegalArgumentException(
          what + " is " + degrees + ", expected -" + limit + " to " + limit);
    }
  }

  boolean contains(double latitude, double longitude) {
    if (latitude < minLat || latitude > maxLat) {
      return false;
    }
    return isPole(latitude)
        || isBetween(longitude)
        || (isDateline(longitude) && (isBetween(180) || isBetween(-180)));
  }

  private boolean isBetween(double longitude) {
    return minLon <= maxLon
        ? minLon <= longitude && longitude <= maxLon
        : minLon <= longitude || longitude <= maxLon;
  }

  private static boolean isPole(double latitude) {
    return Math.abs(latitude) == 90;
  }

  private static boolean isDateline(double longitude) {
    return Math.abs(longitude) == 180;
  }

  /** The cell of a point. Coordinates that name the same point give the same cell. */
  static long cell(double latitude, double longitude) {
    if (isPole(latitude)) {
      return Cells.of(latitude, 0);
    }
    return Cells.of(latitude, isDateline(longitude) ? -180 : longitude);
  }

  /** Ranges that hold the cells of all points of the box. */
  List<Cells.Range> ranges() {
    List<Cells.Range> ranges = new ArrayList<>();
    if (minLon <= maxLon) {
      ranges.addAll(Cells.covering(minLat, minLon, maxLat, maxLon));
    } else {
      ranges.addAll(Cells.covering(minLat, minLon, maxLat, 180));
      ranges.addAll(Cells.covering(minLat, -180, maxLat, maxLon));
    }
    if (maxLon == 180) {
      ranges.addAll(Cells.covering(minLat, -180, maxLat, -180));
    }
    for (double pole : new double[] {minLat, maxLat}) {
      if (isPole(pole)) {
        ranges.addAll(Cells.covering(pole, 0, pole, 0));
      }
    }
    return Cells.joined(ranges);
  }
}
