package dev.tenure.record.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a text at white space and does not change the tokens. For identifiers, tags and log lines.
 */
final class WhitespaceTokenizer implements Tokenizer {
  @Override
  public String name() {
    return Tokenizers.WHITESPACE;
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
    List<Token> tokens = new ArrayList<>();
    for (String word : words(text)) {
      tokens.add(new Token(TokenSize.cut(word), tokens.size()));
    }
    return tokens;
  }

  /** The words of a text, none of them empty. */
  static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    int begin = -1;
    for (int at = 0; at < text.length(); at++) {
      char next = text.charAt(at);
      boolean space = Character.isWhitespace(next) || Character.isSpaceChar(next);
      if (space && begin >= 0) {
        words.add(text.substring(begin, at));
        begin = -1;
      } else if (!space && begin < 0) {
        begin = at;
      }
    }
    if (begin >= 0) {
      words.add(text.substring(begin));
    }
    return words;
  }
}
