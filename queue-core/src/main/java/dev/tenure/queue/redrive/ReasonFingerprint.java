package dev.tenure.queue.redrive;

import java.util.regex.Pattern;

/**
 * Groups reasons that differ only in the values they name: {@code order 17 timed out} and {@code
 * order 18 timed out} both become {@code order <number> timed out}.
 */
final class ReasonFingerprint {
  /** An underscore divides words, as in {@code order_17}. */
  private static final String WORD_BEGIN = "(?<!\\p{Alnum})";

  private static final String WORD_END = "(?!\\p{Alnum})";

  private static final Pattern UUID =
      Pattern.compile(WORD_BEGIN + "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}" + WORD_END);

  /** A value in quotes; an apostrophe within a word is no quote. */
  private static final Pattern QUOTED =
      Pattern.compile(
          "\"[^\"]*\"|`[^`]*`|„[^“]*“|“[^”]*”|«[^»]*»|(?<![\\p{L}\\d])'[^']*'(?![\\p{L}\\d])");

  /** A number that begins with 0x, or has six digits or more, with a letter and a digit in them. */
  private static final Pattern HEX =
      Pattern.compile(
          WORD_BEGIN
              + "(0[xX][0-9a-fA-F]+|(?=[0-9]*[a-fA-F])(?=[a-fA-F]*[0-9])[0-9a-fA-F]{6,})"
              + WORD_END);

  /** A random identifier: twelve letters and digits or more, with both among them. */
  private static final Pattern DRAWN =
      Pattern.compile(
          WORD_BEGIN + "(?=\\p{Alpha}*\\d)(?=\\d*\\p{Alpha})\\p{Alnum}{12,}" + WORD_END);

  private static final Pattern ADDRESS =
      Pattern.compile("(?<![\\w.+-])[\\w.+-]++@[\\w-]++(\\.[\\w-]++)+");

  private static final Pattern NUMBER = Pattern.compile("\\d+([.,:]\\d+)*");

  private ReasonFingerprint() {}

  /** A line with its values replaced by their kinds. */
  static String of(String line) {
    String replaced = QUOTED.matcher(line).replaceAll("<text>");
    replaced = ADDRESS.matcher(replaced).replaceAll("<address>");
    replaced = UUID.matcher(replaced).replaceAll("<uuid>");
    replaced = HEX.matcher(replaced).replaceAll("<hex>");
    replaced = DRAWN.matcher(replaced).replaceAll("<id>");
    return NUMBER.matcher(replaced).replaceAll("<number>");
  }
}
