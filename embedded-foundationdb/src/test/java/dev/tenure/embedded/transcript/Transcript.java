package dev.tenure.embedded.transcript;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A recording: what a cluster did, step by step. */
record Transcript(
    String name, String prefix, List<TranscriptStep> steps, Set<TranscriptStep> pauses) {

  static Transcript read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    Map<String, @Nullable Object> header = Json.object(lines.get(0));
    List<TranscriptStep> steps = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      steps.add(new TranscriptStep(Json.object(line)));
    }
    Long count = (Long) header.get("steps");
    if (count == null || count != steps.size()) {
      throw new IllegalArgumentException(
          file + " has " + steps.size() + " steps, its header says " + count);
    }
    return new Transcript(
        String.valueOf(header.get("name")),
        String.valueOf(header.get("prefix")),
        steps,
        Pauses.in(steps));
  }

  /** Whether nothing is open before the step that is used again. */
  boolean isPause(TranscriptStep step) {
    return pauses.contains(step);
  }

  /** Whether its steps block the thread they run on, so that the clock must go on by itself. */
  boolean blocks() {
    return name.startsWith("run-");
  }
}
