package dev.tenure.bench.queries;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.report.Figure;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every measurement for a moment: it runs through, and the plans are those that it names. */
final class QueriesBenchTest {
  @ParameterizedTest
  @ValueSource(strings = {"planning", "rows", "apple"})
  void measurementFindsRates(String name) {
    List<Figure> figures =
        Objects.requireNonNull(QueriesBench.measurements().get(name), name)
            .run(Duration.ofMillis(50));
    assertFalse(figures.isEmpty());
    for (Figure figure : figures) {
      assertTrue(figure.subject() > 0 && figure.peer() > 0, figure.line());
    }
  }
}
