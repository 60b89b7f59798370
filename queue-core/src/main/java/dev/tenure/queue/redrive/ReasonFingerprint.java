package dev.tenure.queue.redrive;

import java.util.regex.Pattern;

/**
 * What reasons have in common that differ only in the values they name, so that {@code order 17
 * timed out} and {@code order 18 timed out} are one group.
 */
final class ReasonFingerprint {
  private static final Pattern UUID =
      Pattern.compile("\\b[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\b");

  /** Quotes around a value; an apostrophe within a word is none. */
  private static final Pattern QUOTED =
      Pattern.compile("\"[^\"]*\"|`[^`]*`|“[^”]*”|«[^»]*»|(?<![\\p{L}\\d])'[^']*'(?![\\p{L}\\d])");

  /** With 0x before it, or at least six digits of which one is no letter and one may be. */
  private static final Pattern HEX =
      Pattern.compile(
          "\\b(0[xX][0-9a-fA-F]+|(?=[0-9]*[a-fA-F])(?=[a-fA-F]*[0-9])[0-9a-fA-F]{6,})\\b");

  /** Letters and digits mixed, as identifiers that are drawn at random are. */
  private static final Pattern DRAWN =
      Pattern.compile("\\b(?=\\p{Alpha}*\\d)(?=\\d*\\p{Alpha})\\p{Alnum}{12,}\\b");

  private static final Pattern NUMBER = Pattern.compile("\\d+([.,:]\\d+)*");

  private ReasonFingerprint() {}

  /** A line with its values replaced by their kinds. */
  static String of(String line) {
    String replaced = QUOTED.matcher(line).replaceAll("<text>");
    replaced = UUID.matcher(replaced).replaceAll("<uuid>");
    replaced = HEX.matcher(replaced).replaceAll("<hex>");
    replaced = DRAWN.matcher(replaced).replaceAll("<id>");
    return NUMBER.matcher(replaced).replaceAll("<number>");
  }
}
