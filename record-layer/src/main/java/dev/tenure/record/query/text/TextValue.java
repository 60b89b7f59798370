package dev.tenure.record.query.text;

/**
 * A value as it is written, before the type of a field gives it a meaning.
 *
 * @param text without quotes, escapes and the star
 * @param isPrefix whether a star stands behind it
 * @param column where it begins
 */
record TextValue(String text, boolean isQuoted, boolean isPrefix, int column) {

  boolean isNull() {
    return !isQuoted && !isPrefix && text.equals("null");
  }

  /** Whether it is the star alone. */
  boolean isAnything() {
    return !isQuoted && isPrefix && text.isEmpty();
  }

  /** As it was written, for errors. */
  String shown() {
    return TextScanner.shown(text + (isPrefix ? "*" : ""));
  }
}
