package dev.tenure.record.text;

/**
 * Cuts very long tokens, since a text without spaces is one token and the length of a key is
 * limited. Stored and searched tokens are cut alike, so that a search for the whole token finds it.
 */
final class TokenSize {
  /** The most bytes of a token in UTF-8. */
  static final int BYTES_MAX = 255;

  private static final int REPLACEMENT = 0xFFFD;

  private TokenSize() {}

  /** The longest prefix of whole characters within the limit. Unpaired surrogates are replaced. */
  static String cut(String token) {
    int bytes = 0;
    StringBuilder kept = new StringBuilder(Math.min(token.length(), BYTES_MAX));
    for (int at = 0; at < token.length(); ) {
      int next = token.codePointAt(at);
      at += Character.charCount(next);
      int whole =
          next >= Character.MIN_SURROGATE && next <= Character.MAX_SURROGATE ? REPLACEMENT : next;
      bytes += bytes(whole);
      if (bytes > BYTES_MAX) {
        break;
      }
      kept.appendCodePoint(whole);
    }
    return kept.toString();
  }

  private static int bytes(int character) {
    if (character < 0x80) {
      return 1;
    }
    if (character < 0x800) {
      return 2;
    }
    return character < 0x10000 ? 3 : 4;
  }
}
