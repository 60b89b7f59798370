package dev.tenure.record.statistics;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.ColumnStatistics;
import dev.tenure.record.plan.cost.Histogram;
import dev.tenure.record.plan.cost.SampledStatistics;
import dev.tenure.record.plan.cost.TypeStatistics;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.store.StoredRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Computes the statistics of a type from a sample and count indexes. */
final class TypeSummary {
  /**
   * The greatest length of a text or bytes in a bound. Longer values are cut, since bounds are kept
   * in the store.
   */
  private static final int LENGTH_MAX = 64;

  private final BoundMetaData metaData;
  private final BoundType type;
  private final int boundsMax;

  TypeSummary(BoundMetaData metaData, BoundType type, int boundsMax) {
    this.metaData = metaData;
    this.type = type;
    this.boundsMax = boundsMax;
  }

  TypeStatistics of(Sample sample, List<CountedGroups.Groups> counted) {
    OptionalLong counts = counted.stream().mapToLong(CountedGroups.Groups::records).findFirst();
    double all = counts.isPresent() ? counts.getAsLong() : sample.all();
    double scale = Math.max(1, all / Math.max(1, sample.records().size()));
    SortedMap<String, ColumnStatistics> columns = new TreeMap<>();
    for (KeyExpression column : PlainColumns.of(type)) {
      columns.put(column.toString(), column(column, sample, scale));
    }
    SortedMap<String, Double> distinct = tuples(sample, scale);
    for (CountedGroups.Groups groups : counted) {
      if (groups.columns().size() == 1) {
        columns.put(groups.columns().get(0).toString(), exact(groups));
      } else if (groups.columns().size() > 1) {
        List<String> texts = groups.columns().stream().map(KeyExpression::toString).toList();
        distinct.put(SampledStatistics.tuple(texts), (double) groups.groups().size());
      }
    }
    double bytes =
        sample.records().stream().mapToLong(StoredRecord::storedBytes).average().orElse(0);
    return new TypeStatistics(all, bytes, sample.records().size(), columns, distinct);
  }

  /** Counts how often each value occurs in the sample. */
  private static final class Values {
    private final TreeMap<byte[], Long> counts = new TreeMap<>(Arrays::compareUnsigned);
    private final Map<byte[], ColumnValue> values = new TreeMap<>(Arrays::compareUnsigned);
    private long records;
    private long empty;
    private long nulls;
    private long elements;

    void addRecord(List<Tuple> tuples) {
      records++;
      List<Object> found =
          tuples.stream()
              .filter(each -> each.get(0) != null)
              .distinct()
              .map(each -> each.get(0))
              .toList();
      empty += found.isEmpty() ? 1 : 0;
      nulls += tuples.stream().anyMatch(each -> each.get(0) == null) ? 1 : 0;
      found.forEach(each -> add(each, 1));
    }

    void add(Object element, long count) {
      ColumnValue value = ColumnValue.ofElement(cut(element));
      byte[] packed = value.packed();
      counts.merge(packed, count, Long::sum);
      values.putIfAbsent(packed, value);
      elements += count;
    }

    private static Object cut(Object element) {
      if (element instanceof String text && text.length() > LENGTH_MAX) {
        int end = Character.isHighSurrogate(text.charAt(LENGTH_MAX - 1)) ? 1 : 0;
        return text.substring(0, LENGTH_MAX - end);
      }
      return element instanceof byte[] bytes && bytes.length > LENGTH_MAX
          ? Arrays.copyOf(bytes, LENGTH_MAX)
          : element;
    }

    ColumnStatistics statistics(double scale, int boundsMax) {
      long once = counts.values().stream().filter(count -> count == 1).count();
      double least = scale > 1 ? 0.5 / Math.max(1, elements) : 0;
      return new ColumnStatistics(
          records == 0 ? 0 : (double) empty / records,
          records == 0 ? 0 : (double) nulls / records,
          records == 0 ? 1 : (double) elements / records,
          distinct(counts.size(), once, scale),
          least,
          histogram(boundsMax));
    }

    /**
     * Makes a histogram. Frequent values become bounds, and further bounds divide the other values
     * into parts of equal size.
     */
    private Histogram histogram(int boundsMax) {
      List<Histogram.Bound> bounds = new ArrayList<>();
      boolean each = counts.size() <= boundsMax;
      double height = 2.0 * elements / boundsMax;
      long upTo = 0;
      long since = 0;
      byte @Nullable [] before = null;
      for (Map.Entry<byte[], Long> value : counts.entrySet()) {
        boolean isFrequent = each || value.getValue() >= height;
        if (isFrequent && since > 0 && before != null) {
          bounds.add(bound(before, upTo));
          since = 0;
        }
        upTo += value.getValue();
        since += value.getValue();
        before = value.getKey();
        if (isFrequent || since >= height || upTo == elements) {
          bounds.add(bound(before, upTo));
          since = 0;
        }
      }
      return new Histogram(bounds);
    }

    private Histogram.Bound bound(byte[] packed, long upTo) {
      ColumnValue value = Objects.requireNonNull(values.get(packed));
      long equal = Objects.requireNonNull(counts.get(packed));
      return new Histogram.Bound(value, upTo / (double) elements, equal / (double) elements);
    }
  }

  /**
   * Estimates the number of different values from a sample, by the guaranteed-error estimator of
   * Charikar and others (2000): each value that occurs once in the sample stands for several that
   * were not sampled.
   */
  private static double distinct(long met, long once, double scale) {
    return met - once + Math.sqrt(scale) * once;
  }

  private ColumnStatistics column(KeyExpression column, Sample sample, double scale) {
    KeyEvaluator evaluator = metaData.evaluator(column, type.name());
    Values values = new Values();
    sample.records().forEach(record -> values.addRecord(record.read(evaluator)));
    return values.statistics(scale, boundsMax);
  }

  private ColumnStatistics exact(CountedGroups.Groups groups) {
    Values values = new Values();
    for (CountedGroups.Group group : groups.groups()) {
      values.records += group.count();
      Object element = group.values().get(0);
      if (element == null) {
        values.empty += group.count();
        values.nulls += group.count();
      } else {
        values.add(element, group.count());
      }
    }
    return values.statistics(1, boundsMax);
  }

  /** The number of different tuples of the first two or more columns of each index. */
  private SortedMap<String, Double> tuples(Sample sample, double scale) {
    SortedMap<String, Double> distinct = new TreeMap<>();
    for (BoundIndex index : type.indexes()) {
      List<KeyExpression> columns = PlainColumns.of(index.index().root());
      if (columns.stream().anyMatch(KeyExpression::fansOut)) {
        continue;
      }
      for (int size = 2; size <= Math.min(columns.size(), index.columnCount()); size++) {
        List<KeyExpression> first = columns.subList(0, size);
        String name = SampledStatistics.tuple(first.stream().map(KeyExpression::toString).toList());
        if (!distinct.containsKey(name)) {
          distinct.put(name, count(first, sample, scale));
        }
      }
    }
    return distinct;
  }

  private double count(List<KeyExpression> columns, Sample sample, double scale) {
    List<KeyEvaluator> evaluators =
        columns.stream().map(each -> metaData.evaluator(each, type.name())).toList();
    Map<Tuple, Long> met = new TreeMap<>();
    for (StoredRecord record : sample.records()) {
      Tuple tuple = new Tuple();
      for (KeyEvaluator evaluator : evaluators) {
        tuple = tuple.addAll(record.read(evaluator).get(0));
      }
      met.merge(tuple, 1L, Long::sum);
    }
    long once = met.values().stream().filter(count -> count == 1).count();
    return distinct(met.size(), once, scale);
  }
}
