package dev.tenure.examples.geohash;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexScan;
import java.util.ArrayList;
import java.util.List;

/**
 * The points of a group within degrees of latitude and longitude; the edges are in. A box whose
 * west is east of its east goes across the dateline, which has two longitudes, 180 and -180. The
 * poles have all longitudes: a box that ends at one has it, wherever else it is.
 *
 * @param group the columns in front of latitude and longitude
 */
public record BoxScan(Tuple group, double minLat, double minLon, double maxLat, double maxLon)
    implements IndexScan {
  /** The kind of this scan. */
  public static final String BOX = "geohash-box";

  /** The box, when its degrees are of the earth. */
  public BoxScan {
    requireLatitude(minLat);
    requireLatitude(maxLat);
    requireLongitude(minLon);
    requireLongitude(maxLon);
    if (minLat > maxLat) {
      throw new IllegalArgumentException("box from latitude " + minLat + " to " + maxLat);
    }
  }

  /** A box of all points, where the index has no groups. */
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

  /** The cell of a point, the same for all that are names of it. */
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
