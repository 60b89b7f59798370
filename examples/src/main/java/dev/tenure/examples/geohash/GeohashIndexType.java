package dev.tenure.examples.geohash;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import dev.tenure.record.key.KeyExpression;
import java.util.Set;

/**
 * An index of points on the earth. The last two columns are latitude and longitude; the columns
 * before form a group.
 */
public record GeohashIndexType() implements IndexType {
  /** The name of the type in index definitions. */
  public static final String GEOHASH = "geohash";

  /** The number of columns of a point. */
  static final int POINT_COLUMNS = 2;

  /** An index of points; {@code columns} end with two of degrees. */
  public static Index index(String name, KeyExpression columns) {
    return Index.of(name, GEOHASH, columns);
  }

  @Override
  public String name() {
    return GEOHASH;
  }

  @Override
  public void validate(BoundIndex index) {
    IndexOptions.requireKnown(index.index(), Set.of());
    if (index.isCovering() || index.columnCount() < POINT_COLUMNS) {
      throw new IllegalArgumentException(
          IndexOptions.describe(index.index())
              + " has the columns "
              + index.index().root()
              + ", expected those of a group, latitude and longitude, and no covering ones");
    }
  }

  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return false;
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new GeohashMaintainer(index, index.columnCount() - POINT_COLUMNS);
  }
}
