package dev.tenure.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.report.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScaleTest {

  @Test
  void lastPeekOfAZoneReadsNoMoreKeysThanTheFirst() {
    Figure keys = new OneZone().answer(2_000, 1).get(0);
    assertTrue(keys.peer() > 64, keys.line());
    assertTrue(keys.figure() <= 2, keys.line());
  }

  @Test
  void everyItemOfManyTenantsIsDone() {
    List<Figure> figures = new ManyTenants().answer(1_000, 1);
    figures.forEach(figure -> assertTrue(figure.subject() > 0, figure.line()));
  }

  @Test
  void coldStartReadsAsMuchWithManyTenantsAsWithFew() {
    for (Figure figure : new ColdStart().answer(2_000, 1)) {
      assertTrue(figure.subject() > 0, figure.line());
      assertEquals(figure.peer(), figure.subject(), figure.line());
    }
  }

  @Test
  void fourConsumersPayNoMoreForAnItemThanOneDoes() {
    for (Figure figure : new MoreConsumers().answer(4_000, 1, 8, List.of(1, 4))) {
      assertTrue(figure.figure() <= 1.05, figure.line());
    }
  }

  @Test
  void consumersOfOneShardSeldomVisitInVain() {
    Figure transactions = new MoreConsumers().answer(4_000, 1, 1, List.of(1, 4)).get(0);
    assertTrue(transactions.figure() <= 1.05, transactions.line());
  }
}
