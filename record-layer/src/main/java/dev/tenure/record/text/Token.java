package dev.tenure.record.text;

import java.util.Objects;

/**
 * A token of a text: the smallest unit that a query can find.
 *
 * @param text the text of the token, not empty
 * @param position the position, counted in tokens from 0. Several tokens may have one position, and
 *     a position may have none where the tokenizer has left a token out
 */
public record Token(String text, int position) {
  public Token {
    Objects.requireNonNull(text, "text");
    if (text.isEmpty() || position < 0) {
      throw new IllegalArgumentException(
          "token \"" + text + "\" at " + position + ": it has a text, and a place from 0 on");
    }
  }
}
