package dev.tenure.record.plan.skip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.Keys;
import dev.tenure.record.plan.cost.ColumnStatistics;
import dev.tenure.record.plan.cost.Histogram;
import dev.tenure.record.plan.cost.SampledStatistics;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.cost.TypeStatistics;
import dev.tenure.record.query.ColumnValue;
import dev.tenure.record.query.OrderColumn;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ValuesOfFirstTest {
  private static final KeyExpression TEAM = Keys.field("team");

  /** A fifth of the records have no team, three fifths team a, a fifth the last team. */
  private static TypeStatistics type(String last, double distinct) {
    Histogram histogram =
        new Histogram(
            List.of(
                new Histogram.Bound(value("a"), 0.75, 0.75),
                new Histogram.Bound(value(last), 1, 0.25)));
    ColumnStatistics column = new ColumnStatistics(0.2, 0.2, 0.8, distinct, 0, histogram);
    SortedMap<String, ColumnStatistics> columns = new TreeMap<>();
    columns.put(TEAM.toString(), column);
    return new TypeStatistics(100, 10, 100, columns, new TreeMap<>());
  }

  private static ColumnValue value(String text) {
    return ColumnValue.of(new KeyExpression.Literal(text));
  }

  private static ValuesOfFirst values(double distinct) {
    SortedMap<String, TypeStatistics> types = new TreeMap<>();
    types.put("Rival", type("b", distinct));
    types.put("Subject", type("c", distinct));
    Statistics statistics = new SampledStatistics(Instant.EPOCH, 1, types);
    return new ValuesOfFirst(statistics);
  }

  @Test
  void typesHaveValuesInCommon() {
    assertEquals(3, values(2).count(List.of("Rival", "Subject"), TEAM).orElseThrow());
    assertEquals(2, values(2).count(List.of("Rival"), TEAM).orElseThrow());
    assertTrue(values(2).count(List.of("Rival"), Keys.field("text")).isEmpty());
  }

  @Test
  void partsAreInTheOrderOfTheScan() {
    assertParts(List.of(0.2, 0.6, 0.2), KeyOrder.ASCENDING_NULLS_FIRST);
    assertParts(List.of(0.6, 0.2, 0.2), KeyOrder.ASCENDING_NULLS_LAST);
    assertParts(List.of(0.2, 0.6, 0.2), KeyOrder.DESCENDING_NULLS_LAST);
    assertParts(List.of(0.2, 0.2, 0.6), KeyOrder.DESCENDING_NULLS_FIRST);
  }

  private static void assertParts(List<Double> expected, KeyOrder order) {
    List<Double> parts = values(2).parts("Rival", new OrderColumn(TEAM, order));
    assertEquals(expected.size(), parts.size());
    for (int i = 0; i < parts.size(); i++) {
      assertEquals(expected.get(i), parts.get(i), 1e-9, order.toString());
    }
  }

  @Test
  void partsOfValuesThatTheHistogramDoesNotHaveAreNotKnown() {
    assertEquals(List.of(), values(3).parts("Rival", OrderColumn.ascending(TEAM)));
  }
}
