package dev.tenure.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every shape on every contestant that can run here, for a moment: it gets through, whole. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ShapesTest {
  private static final Scale MOMENT = new Scale(200, Duration.ofMillis(100), 5, 20, 1);
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  private Contestants contestants;

  @BeforeAll
  void open(@TempDir Path directory) throws Exception {
    PeersBench.quietLogs();
    Directories.openToPass(directory);
    contestants = Contestants.open(Contestants.NAMES, directory);
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
    Shape shape = Shapes.all().get(name);
    List<Result> results = new Rounds(contestants.ready(), MOMENT, NOWHERE).measure(name, shape);
    assertEquals(Contestants.NAMES.size(), results.size() + contestants.skipped().size(), name);
    assertEquals("tenure", results.get(0).contestant());
    for (Result result : results) {
      Map<String, Double> values = result.median().values();
      assertFalse(values.isEmpty());
      for (Map.Entry<String, Double> value : values.entrySet()) {
        assertTrue(Double.isFinite(value.getValue()), name + " " + result);
      }
      assertTrue(values.values().iterator().next() > 0, name + " " + result);
      assertEquals(0, values.getOrDefault("handlersRepeated", 0.0), name + " " + result);
    }
  }
}
