package dev.tenure.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.bench.measure.ScratchDirectories;
import dev.tenure.bench.peers.system.SystemUnderTest;
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

/** Every shape on every system that can run here, for a moment: it gets through, whole. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ShapesTest {
  private static final Scale MOMENT = new Scale(200, 20_000, Duration.ofMillis(100), 5, 20, 1, 1);

  private SystemsUnderTest systems;

  @BeforeAll
  void open(@TempDir Path directory) throws Exception {
    PeersBench.quietLogs();
    ScratchDirectories.openToPass(directory);
    systems = SystemsUnderTest.open(SystemsUnderTest.NAMES, directory);
  }

  @Test
  void systemsRunHereOrSayWhyTheyDoNot() {
    List<String> found = new ArrayList<>(systems.skipped().keySet());
    systems.ready().forEach(system -> found.add(system.name()));
    assertTrue(found.contains("tenure") && !systems.skipped().containsKey("tenure"));
    assertTrue(found.containsAll(SystemsUnderTest.NAMES), found.toString());
    systems.skipped().values().forEach(reason -> assertFalse(reason.isBlank()));
  }

  @AfterAll
  void close() {
    systems.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enqueue-singles",
        "enqueue-batches",
        "enqueue-spread",
        "burn-down",
        "half-load",
        "idle-pickup",
        "flood"
      })
  void shapeFindsNumbersOfEachSystem(String name) throws Exception {
    Shape shape = Objects.requireNonNull(Shapes.all().get(name));
    for (SystemUnderTest system : systems.ready()) {
      Map<String, Double> values = shape.measure(system, MOMENT).values();
      String found = name + " " + system.name() + " " + values;
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
