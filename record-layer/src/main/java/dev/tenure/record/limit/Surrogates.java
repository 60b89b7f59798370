package dev.tenure.record.limit;

/**
 * Finds unpaired surrogates: a high surrogate without a low one after it, or a low surrogate
 * without a high one before it. UTF-8 cannot encode an unpaired surrogate. A string that has one
 * would be read back as another string.
 */
public final class Surrogates {
  /** The result when there is no unpaired surrogate. */
  public static final int NONE = -1;

  private Surrogates() {}

  /** The index of the first unpaired surrogate; {@link #NONE} when the text has none. */
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
   * Refuses a text that has an unpaired surrogate.
   *
   * @param what the kind of text for the error, such as "name of an index"
   * @throws IllegalArgumentException naming the kind of text and the index of the surrogate
   */
  public static String requireNone(String what, String text) {
    int at = loneAt(text);
    if (at != NONE) {
      throw new IllegalArgumentException(
          what
              + " of "
              + text.length()
              + " characters has an unpaired surrogate at "
              + at
              + ", which would be read back as another one");
    }
    return text;
  }
}
