package dev.tenure.bench.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.report.Figure;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every measurement for a moment: it runs through, and measures something. */
final class RecordsBenchTest {
  private static final Duration MOMENT = Duration.ofMillis(50);

  private static List<Figure> measured(String name) throws Exception {
    return Objects.requireNonNull(RecordsBench.measurements().get(name), name).run(MOMENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"opens", "saves", "types", "loads", "ranks", "builds"})
  void measurementFindsRates(String name) throws Exception {
    List<Figure> figures = measured(name);
    assertFalse(figures.isEmpty());
    for (Figure figure : figures) {
      assertTrue(figure.subject() > 0 && figure.peer() > 0, figure.line());
    }
  }

  @Test
  void clientsThatCreateStoresDoNotConflict() throws Exception {
    List<Figure> figures = measured("creates");
    assertEquals(0, figures.get(1).figure());
    assertTrue(figures.get(1).peer() >= 8, figures.get(1).line());
  }
}
