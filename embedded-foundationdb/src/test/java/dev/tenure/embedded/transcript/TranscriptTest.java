package dev.tenure.embedded.transcript;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine does what a FoundationDB cluster was recorded doing, whatever it keeps its rows in.
 */
class TranscriptTest {
  private static final Path RECORDINGS =
      Path.of(System.getProperty("tenure.root", ".")).resolve("../shared/fdb-transcripts");
  private static final String ONLY = System.getProperty("tenure.transcript", "");

  @TempDir Path scratch;

  @TestFactory
  Stream<DynamicTest> memoryEngineDoesWhatWasRecorded() throws IOException {
    return tests(transcript -> play(TranscriptStage.Kind.MEMORY, transcript));
  }

  @TestFactory
  Stream<DynamicTest> durableEngineDoesWhatWasRecorded() throws IOException {
    return tests(transcript -> play(TranscriptStage.Kind.DURABLE, transcript));
  }

  @TestFactory
  Stream<DynamicTest> reopenedEngineDoesWhatWasRecorded() throws IOException {
    return tests(transcript -> play(TranscriptStage.Kind.REOPENED, transcript));
  }

  /** A test that plays one recording. */
  @FunctionalInterface
  interface Test {
    void play(Transcript transcript) throws IOException;
  }

  /** The test for every recording; one that is skipped where there are none. */
  static Stream<DynamicTest> tests(Test test) throws IOException {
    if (!Files.isDirectory(RECORDINGS)) {
      String reason = "no recordings in " + RECORDINGS + ": they are kept beside the project";
      return Stream.of(dynamicTest(reason, () -> abort(reason)));
    }
    return recordings().stream()
        .map(file -> dynamicTest(name(file), () -> test.play(Transcript.read(file))));
  }

  private void play(TranscriptStage.Kind kind, Transcript transcript) throws IOException {
    Path directory = Files.createTempDirectory(scratch, "engine");
    try (TranscriptStage stage = TranscriptStage.of(kind, directory, transcript)) {
      assertEquals(null, new TranscriptPlayer(stage, transcript).play(), transcript.name());
    }
  }

  private static List<Path> recordings() throws IOException {
    try (Stream<Path> files = Files.walk(RECORDINGS)) {
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
}
