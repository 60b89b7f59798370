package dev.tenure.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every shape on every contestant that can run here, for a moment: it gets through, whole. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ShapesTest {
  private static final Scale MOMENT = new Scale(200, Duration.ofMillis(100), 5, 20, 1, 1);

  private Contestants contestants;

  @BeforeAll
  void open(@TempDir Path directory) throws Exception {
    PeersBench.quietLogs();
    Directories.openToPass(directory);
    contestants = Contestants.open(Contestants.NAMES, directory);
  }

  @Test
  void contestantsRunHereOrSayWhyTheyDoNot() {
    List<String> found = new ArrayList<>(contestants.skipped().keySet());
    contestants.ready().forEach(contestant -> found.add(contestant.name()));
    assertTrue(found.contains("tenure") && !contestants.skipped().containsKey("tenure"));
    assertTrue(found.containsAll(Contestants.NAMES), found.toString());
    contestants.skipped().values().forEach(reason -> assertFalse(reason.isBlank()));
  }

  @AfterAll
  void close() {
    contestants.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enqueue-singles",
        "enqueue-batches",
        "burn-down",
        "half-load",
        "idle-pickup",
        "flood"
      })
  void shapeFindsNumbersOfEachContestant(String name) throws Exception {
    Shape shape = Objects.requireNonNull(Shapes.all().get(name));
    for (Contestant contestant : contestants.ready()) {
      Map<String, Double> values = shape.measure(contestant, MOMENT).values();
      String found = name + " " + contestant.name() + " " + values;
      assertFalse(values.isEmpty(), found);
      assertTrue(values.containsKey(shape.warmUp().figure()), found);
      for (double value : values.values()) {
        assertTrue(Double.isFinite(value), found);
      }
      assertTrue(values.values().iterator().next() > 0, found);
      assertEquals(0, values.getOrDefault("handlersRepeated", 0.0), found);
    }
  }
}
