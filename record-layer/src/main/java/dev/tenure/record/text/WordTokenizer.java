package dev.tenure.record.text;

import java.util.List;

/**
 * Words: letters, digits and their marks behind one another, folded ({@link Folding}). Everything
 * else parts words, apostrophes and hyphens too; characters that only tell how to draw others do
 * not. Scripts that are written without spaces give a token for each character with its marks, and
 * so do pictographs, so that a word of theirs is found as a phrase.
 */
final class WordTokenizer implements Tokenizer {
  @Override
  public String name() {
    return Tokenizers.DEFAULT;
  }

  @Override
  public int versionMin() {
    return 1;
  }

  @Override
  public int versionMax() {
    return 1;
  }

  @Override
  public List<Token> tokens(String text, int version, Mode mode) {
    return new WordBreaks().tokens(text);
  }
}
