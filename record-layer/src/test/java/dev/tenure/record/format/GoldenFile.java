package dev.tenure.record.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A file of bytes as they were written once: a line is bytes, or a key, {@code =} and a value, in
 * hexadecimal; {@code AB*5} is five times that byte; a comment begins with {@code #}.
 */
record GoldenFile(String name) {
  private static final int RUN_MIN = 32;

  /** The lines without comments and blanks. */
  List<String> lines() {
    String file = "/golden/" + name + ".hex";
    try (InputStream in = Objects.requireNonNull(GoldenFile.class.getResourceAsStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.replaceAll("#.*", "").replace(" ", ""))
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  /** Fails when what is written now is something else. */
  void assertWritten(List<String> now) {
    assertEquals(
        String.join("\n", lines()),
        String.join("\n", now),
        () ->
            "golden/"
                + name
                + ".hex is written otherwise now. What was stored in the old form stays: raise the"
                + " format byte, keep the decoder of the old one and this file for it, add a file of"
                + " the new one, and tell of it in docs/formats.");
  }

  static String line(byte[] key, byte[] value) {
    return hex(key) + "=" + hex(value);
  }

  static byte[] key(String line) {
    return bytes(line.substring(0, line.indexOf('=')));
  }

  static byte[] value(String line) {
    return bytes(line.substring(line.indexOf('=') + 1));
  }

  static String hex(byte[] bytes) {
    StringBuilder hex = new StringBuilder();
    int at = 0;
    while (at < bytes.length) {
      int end = at + 1;
      while (end < bytes.length && bytes[end] == bytes[at]) {
        end++;
      }
      String one = HexFormat.of().toHexDigits(bytes[at]);
      hex.append(end - at < RUN_MIN ? one.repeat(end - at) : one + "*" + (end - at) + ",");
      at = end;
    }
    return hex.toString();
  }

  static byte[] bytes(String hex) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int at = 0;
    while (at < hex.length()) {
      int next = HexFormat.fromHexDigits(hex, at, at + 2);
      at += 2;
      int count = 1;
      if (at < hex.length() && hex.charAt(at) == '*') {
        int comma = hex.indexOf(',', at);
        count = Integer.parseInt(hex.substring(at + 1, comma));
        at = comma + 1;
      }
      for (int i = 0; i < count; i++) {
        bytes.write(next);
      }
    }
    return bytes.toByteArray();
  }
}
