package dev.tenure.record.limit;

/**
 * Half characters: a high surrogate without a low one behind it, or a low one alone. UTF-8 has no
 * bytes for one, so that a string that has any is read back as another one.
 */
public final class Surrogates {
  /** There is none. */
  public static final int NONE = -1;

  private Surrogates() {}

  /** Where the first half character of a text is, {@link #NONE} when it has none. */
  public static int loneAt(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (Character.isHighSurrogate(each)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(each)) {
        return i;
      }
    }
    return NONE;
  }

  /**
   * Refuses a text that has half a character.
   *
   * @param what the text is, as "name of an index"
   * @throws IllegalArgumentException naming what it is, and where the half character is
   */
  public static String requireNone(String what, String text) {
    int at = loneAt(text);
    if (at != NONE) {
      throw new IllegalArgumentException(
          what
              + " of "
              + text.length()
              + " characters has half a character at "
              + at
              + ", which would be read back as another one");
    }
    return text;
  }
}
