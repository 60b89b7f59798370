package dev.tenure.record.text;

import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * The texts of one record, one after another. The positions of each text begin {@value
 * #TEXTS_APART} after those of the previous one, so that no phrase spans two texts. Mutable; for
 * use by one caller.
 */
public final class PlacedTokens {
  /**
   * The number of positions between the last token of a text and the first token of the next text.
   */
  public static final int TEXTS_APART = 100;

  private final Tokenizer tokenizer;
  private final int version;
  private int next;

  /**
   * An object without texts.
   *
   * @param version the version of the tokenizer
   */
  public PlacedTokens(Tokenizer tokenizer, int version) {
    this.tokenizer = tokenizer;
    this.version = version;
  }

  /** Adds a text, and passes each of its tokens with its position to the consumer. */
  public void add(String text, ObjIntConsumer<String> each) {
    List<Token> tokens = tokenizer.tokens(text, version, Tokenizer.Mode.INDEX);
    int first = next;
    int last = 0;
    for (Token token : tokens) {
      if (token.position() < last) {
        throw new IllegalStateException(
            "tokenizer "
                + tokenizer.name()
                + " gives "
                + token
                + " behind the position "
                + last
                + ": tokens are in the order of their positions");
      }
      last = token.position();
      each.accept(token.text(), Math.addExact(first, last));
    }
    if (!tokens.isEmpty()) {
      next = Math.addExact(first, last + TEXTS_APART);
    }
  }
}
