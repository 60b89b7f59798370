package dev.tenure.embedded.transcript;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.ManualTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine does what a FoundationDB cluster was recorded doing. A transcript listed in {@code
 * known-divergences.txt} must still differ: one that no longer does is to be taken off the list.
 */
class TranscriptTest {
  private static final String RECORDINGS = "../shared/fdb-transcripts";
  private static final String ONLY = System.getProperty("tenure.transcript", "");

  @TempDir Path scratch;

  @TestFactory
  Stream<DynamicTest> memoryEngineDoesWhatWasRecorded() throws IOException {
    Map<String, String> divergences = knownDivergences();
    return recordings().stream()
        .map(file -> dynamicTest(name(file), () -> check(file, divergences, this::playInMemory)));
  }

  @TestFactory
  Stream<DynamicTest> durableEngineDoesWhatWasRecorded() throws IOException {
    Map<String, String> divergences = knownDivergences();
    List<String> families = List.of("basics-", "versionstamp-", "conflict-range-", "watch-");
    return recordings().stream()
        .filter(file -> families.stream().anyMatch(name(file)::startsWith))
        .map(file -> dynamicTest(name(file), () -> check(file, divergences, this::playOnDisk)));
  }

  private interface Stage {
    @Nullable String play(Transcript transcript) throws IOException;
  }

  private static void check(Path file, Map<String, String> divergences, Stage stage)
      throws IOException {
    Transcript transcript = Transcript.read(file);
    String difference = stage.play(transcript);
    String reason = divergences.get(transcript.name());
    if (reason == null) {
      assertEquals(null, difference, transcript.name());
    } else {
      assertNotNull(difference, "no longer differs, though it was known to: " + reason);
    }
  }

  private @Nullable String playInMemory(Transcript transcript) {
    if (transcript.name().startsWith("run-")) {
      try (EmbeddedDatabase database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime())) {
        return new Player(database, new RealWaiting(), transcript).play();
      }
    }
    ManualTime time = new ManualTime();
    try (EmbeddedDatabase database = EmbeddedDatabase.memory(time.environment().build())) {
      return new Player(database, time, transcript).play();
    }
  }

  private @Nullable String playOnDisk(Transcript transcript) throws IOException {
    ManualTime time = new ManualTime();
    Path directory = Files.createTempDirectory(scratch, "engine");
    EmbeddedDatabase.open(directory, time.environment().build()).close();
    try (EmbeddedDatabase database = EmbeddedDatabase.open(directory, time.environment().build())) {
      return new Player(database, time, transcript).play();
    }
  }

  private static List<Path> recordings() throws IOException {
    Path root = Path.of(System.getProperty("tenure.root", ".")).resolve(RECORDINGS);
    assumeTrue(
        Files.isDirectory(root), "no recordings in " + root + ": they are kept beside the project");
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".jsonl"))
          .filter(file -> name(file).contains(ONLY))
          .sorted()
          .toList();
    }
  }

  private static String name(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - ".jsonl".length());
  }

  /** Transcript names with the reasons why they differ. */
  private static Map<String, String> knownDivergences() throws IOException {
    Map<String, String> reasons = new HashMap<>();
    try (InputStream list = TranscriptTest.class.getResourceAsStream("known-divergences.txt")) {
      assertNotNull(list, "known-divergences.txt is missing");
      String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          int space = line.indexOf(' ');
          assertTrue(space > 0, "a divergence needs a reason: " + line);
          reasons.put(line.substring(0, space), line.substring(space + 1));
        }
      }
    }
    return reasons;
  }
}
