package dev.tenure.queue.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** A file of what was written once, line by line; a comment begins with {@code #}. */
record GoldenFile(String name) {

  /** The lines without comments; blanks do not count. */
  List<String> lines() {
    String file = "/golden/queue/" + name;
    try (InputStream in = Objects.requireNonNull(GoldenFile.class.getResourceAsStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.replaceAll("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  byte[] bytes() {
    return HexFormat.of().parseHex(String.join("", lines()).replace(" ", ""));
  }

  /** Fails when what is written now is something else. */
  void assertWritten(List<String> now) {
    assertEquals(
        String.join("\n", lines()).replace(" ", ""),
        String.join("\n", now).replace(" ", ""),
        () ->
            "golden/queue/"
                + name
                + " is written otherwise now:\n"
                + String.join("\n", now)
                + "\n"
                + "Items in the old form lie in stores for ever. A message may get new fields with"
                + " new numbers, which old readers skip; an entry needs a new format byte and its"
                + " old decoder. Add a file, keep this one, and tell of it in docs/formats.");
  }
}
