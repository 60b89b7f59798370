package dev.tenure.record.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Gives all suffixes of each word when a text is stored, and the words themselves when a text is
 * searched for.
 */
final class SuffixTokenizer implements Tokenizer {
  private final String name;
  private final Tokenizer words;
  private final int least;

  SuffixTokenizer(String name, Tokenizer words, int least) {
    if (least < 1) {
      throw new IllegalArgumentException(
          "tokenizer " + name + " has suffixes of " + least + " characters, the least is 1");
    }
    this.name = name;
    this.words = words;
    this.least = least;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int versionMin() {
    return words.versionMin();
  }

  @Override
  public int versionMax() {
    return words.versionMax();
  }

  @Override
  public List<Token> tokens(String text, int version, Mode mode) {
    List<Token> whole = words.tokens(text, version, mode);
    if (mode == Mode.QUERY) {
      return whole;
    }
    List<Token> tokens = new ArrayList<>();
    for (Token word : whole) {
      tokens.add(word);
      int characters = word.text().codePointCount(0, word.text().length());
      for (int left = 1; characters - left >= least; left++) {
        int begin = word.text().offsetByCodePoints(0, left);
        tokens.add(new Token(word.text().substring(begin), word.position()));
      }
    }
    return tokens;
  }
}
