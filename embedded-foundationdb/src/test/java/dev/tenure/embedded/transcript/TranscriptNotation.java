package dev.tenure.embedded.transcript;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The transcripts' notation of bytes. */
final class TranscriptNotation {
  private final byte[] prefix;
  private final Map<String, byte[]> stamps = new HashMap<>();

  TranscriptNotation(String prefix) {
    this.prefix = prefix.getBytes(StandardCharsets.ISO_8859_1);
  }

  byte[] prefix() {
    return prefix.clone();
  }

  /** Says what <code>%{name}</code> stands for from now on. */
  void bindStamp(String name, byte[] stamp) {
    stamps.put(name, stamp);
  }

  byte @Nullable [] decodeOrNull(@Nullable Object text) {
    return text == null ? null : decode((String) text);
  }

  byte[] decode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int at = 0;
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next != '%') {
        bytes.write(next);
        at++;
      } else if (text.charAt(at + 1) == '{') {
        int end = text.indexOf('}', at);
        bytes.writeBytes(named(text.substring(at + 2, end)));
        at = end + 1;
      } else {
        bytes.write(Integer.parseInt(text.substring(at + 1, at + 3), 16));
        at += 3;
      }
    }
    return bytes.toByteArray();
  }

  private byte[] named(String name) {
    if (name.equals("p")) {
      return prefix;
    }
    int star = name.indexOf('*');
    if (star > 0) {
      byte[] repeated = new byte[Integer.parseInt(name.substring(star + 1))];
      Arrays.fill(repeated, (byte) Integer.parseInt(name.substring(0, star), 16));
      return repeated;
    }
    byte[] stamp = stamps.get(name);
    if (stamp == null) {
      throw new IllegalArgumentException("no versionstamp is bound to " + name);
    }
    return stamp;
  }

  /** The bytes as text that decodes to them. */
  static String encode(byte @Nullable [] bytes) {
    if (bytes == null) {
      return "null";
    }
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) {
      if (each >= 32 && each < 127 && each != '%' && each != '"' && each != '\\') {
        text.append((char) each);
      } else {
        text.append(String.format("%%%02X", each));
      }
    }
    return text.toString();
  }
}
