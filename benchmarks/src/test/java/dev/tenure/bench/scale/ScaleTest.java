package dev.tenure.bench.scale;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.Figure;
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
}
