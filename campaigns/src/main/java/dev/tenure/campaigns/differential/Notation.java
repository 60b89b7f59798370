package dev.tenure.campaigns.differential;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Keys and values as text, one character for each byte. A character above U+00FF is the versionstamp of a commit; U+0100 is that of the first.
 */
final class Notation {
  private static final char FIRST_STAMP = '\u0100';

  private static final int STAMP_BYTES = 10;

  /** Runs of one byte longer than this are shown as a count. */
  private static final int RUN_MAX = 16;

  private Notation() {}

  /**
   * The text for the versionstamp of a commit; 0 is the commit before the program.
   */
  static String stamp(int commit) {
    return String.valueOf((char) (FIRST_STAMP + commit));
  }

  static boolean isStamp(char character) {
    return character >= FIRST_STAMP;
  }

  static int commitOf(char stamp) {
    return stamp - FIRST_STAMP;
  }

  /**
   * How many bytes the text means.
   */
  static int length(String text) {
    int stamps = (int) text.chars().filter(each -> isStamp((char) each)).count();
    return text.length() + (STAMP_BYTES - 1) * stamps;
  }

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  /**
   * The text for readers: letters as they are, other bytes in hexadecimal, stamps by name.
   */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder("'");
    int at = 0;
    while (at < text.length()) {
      char character = text.charAt(at);
      int end = at + 1;
      while (end < text.length() && text.charAt(end) == character) {
        end++;
      }
      String one = shown(character);
      if (end - at > RUN_MAX) {
        shown.append('{').append(one).append('*').append(end - at).append('}');
      } else {
        shown.append(one.repeat(end - at));
      }
      at = end;
    }
    return shown.append('\'').toString();
  }

  private static String shown(char character) {
    if (isStamp(character)) {
      return "{v" + commitOf(character) + "}";
    }
    boolean isPlain = character > ' ' && character < 0x7f && "%'{}".indexOf(character) < 0;
    return isPlain ? String.valueOf(character) : "%%%02x".formatted((int) character);
  }
}
