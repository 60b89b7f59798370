package dev.tenure.record.index.aggregate;

import dev.tenure.record.index.IndexType;
import java.util.ArrayList;
import java.util.List;

/** Lists the index types of this package. */
public final class AggregateIndexTypes {
  private AggregateIndexTypes() {}

  /** All index types of this package. */
  public static List<IndexType> all() {
    List<IndexType> all = new ArrayList<>();
    for (Counter counter : Counter.values()) {
      all.add(new CounterIndexType(counter));
    }
    for (Ever ever : Ever.values()) {
      all.add(new EverIndexType(ever));
    }
    all.add(new MaxVersionIndexType());
    for (Extremum extremum : Extremum.values()) {
      all.add(new PermutedIndexType(extremum));
    }
    all.add(new BitmapIndexType());
    return List.copyOf(all);
  }
}
