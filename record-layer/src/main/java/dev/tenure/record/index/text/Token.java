package dev.tenure.record.index.text;

import java.util.Objects;

/**
 * A piece of a text that can be searched for.
 *
 * @param text not empty
 * @param position where it is, in tokens from 0; several may be at one place, and a place may have
 *     none, since the tokenizer has left something out there
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
