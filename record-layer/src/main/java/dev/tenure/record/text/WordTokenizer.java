package dev.tenure.record.text;

import java.util.List;

/**
 * Divides a text into words. A word is a sequence of letters, digits and their marks, which are
 * folded ({@link Folding}). All other characters separate words, including apostrophes and hyphens;
 * format characters are ignored. In scripts that are written without spaces, each character with
 * its marks is a token, and so is each pictograph. A word of such a script is found as a phrase.
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
