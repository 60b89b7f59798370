package dev.tenure.record.query.text;

/**
 * A value as it is written. The type of a field gives it a meaning later.
 *
 * @param text the value without quotes, escapes and stars
 * @param column the place at which the value begins
 */
record TextValue(String text, boolean isQuoted, Stars stars, int column) {

  boolean hasStars() {
    return stars != Stars.NONE;
  }

  boolean isNull() {
    return !isQuoted && !hasStars() && text.equals("null");
  }

  /** Whether the value is a star alone. */
  boolean isAnything() {
    return !isQuoted && stars == Stars.BEHIND && text.isEmpty();
  }

  /** Whether the value begins as a parameter or a column does. */
  boolean isReference() {
    return !isQuoted && (text.startsWith("$") || text.startsWith("@"));
  }

  /** The value as it was written, for errors. */
  String shown() {
    return TextScanner.shown(stars.around(text));
  }
}
