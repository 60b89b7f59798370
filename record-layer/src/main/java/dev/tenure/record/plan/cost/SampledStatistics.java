package dev.tenure.record.plan.cost;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** Statistics that were sampled from a store. Immutable. */
public final class SampledStatistics implements Statistics {
  private final Instant taken;
  private final int metaDataVersion;
  private final SortedMap<String, TypeStatistics> types;

  /**
   * Statistics.
   *
   * @param taken the time of the sampling
   * @param metaDataVersion the version of the store's metadata at that time
   * @param types the statistics of record types, by their names
   */
  public SampledStatistics(
      Instant taken, int metaDataVersion, SortedMap<String, TypeStatistics> types) {
    this.taken = taken;
    this.metaDataVersion = metaDataVersion;
    this.types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
  }

  /** The name of a tuple of columns. It does not depend on the order of the columns. */
  public static String tuple(List<String> columns) {
    return columns.stream().sorted().toList().toString();
  }

  public Instant taken() {
    return taken;
  }

  public int metaDataVersion() {
    return metaDataVersion;
  }

  /** The statistics of record types, by their names. */
  public SortedMap<String, TypeStatistics> types() {
    return types;
  }

  @Override
  public OptionalDouble records(String type) {
    TypeStatistics found = types.get(type);
    return found == null ? OptionalDouble.empty() : OptionalDouble.of(found.records());
  }

  @Override
  public OptionalDouble distinct(String type, List<String> columns) {
    if (columns.size() == 1) {
      Optional<ColumnStatistics> column = column(type, columns.get(0));
      return column.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(column.get().distinct());
    }
    TypeStatistics found = types.get(type);
    Double count = found == null ? null : found.distinct().get(tuple(columns));
    return count == null ? OptionalDouble.empty() : OptionalDouble.of(count);
  }

  @Override
  public Optional<ColumnStatistics> column(String type, String column) {
    return Optional.ofNullable(types.get(type)).map(each -> each.columns().get(column));
  }
}
