package dev.tenure.record.query.text;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the words, signs and values of a text, from a current place in it. */
final class TextScanner {
  /** Words that count as field names or values only when they are quoted. */
  static final List<String> KEYWORDS = List.of("AND", "OR", "NOT");

  private static final int SHOWN_MAX = 40;
  private static final String SPACES = " \t\r\n";
  private static final String ENDS_OF_WORDS = SPACES + "(),\"'<>=!";
  private static final int HEX_DIGITS = 4;

  private final String language;
  private final String text;
  private int at;

  TextScanner(String language, String text) {
    this.language = language;
    this.text = text;
    if (text.length() > FilterText.LENGTH_MAX) {
      throw error(
          FilterText.LENGTH_MAX + 1,
          "text of "
              + text.length()
              + " characters, the limit is "
              + FilterText.LENGTH_MAX
              + ": give long lists as a parameter");
    }
  }

  int column() {
    return at + 1;
  }

  boolean isAtEnd() {
    return at == text.length();
  }

  boolean isAt(char wanted) {
    return !isAtEnd() && text.charAt(at) == wanted;
  }

  boolean isAfterSpace() {
    return at > 0 && isSpace(text.charAt(at - 1));
  }

  /** Whether a negative number stands here. */
  boolean isAtNegativeNumber() {
    return isAt('-') && at + 1 < text.length() && isDigit(text.charAt(at + 1));
  }

  void skipSpaces() {
    while (!isAtEnd() && isSpace(text.charAt(at))) {
      at++;
    }
  }

  boolean take(char wanted) {
    boolean isThere = isAt(wanted);
    at += isThere ? 1 : 0;
    return isThere;
  }

  /** Takes a star and the sign of a parameter if both stand here. */
  boolean takeStarredParameter() {
    boolean isThere = text.startsWith("*$", at);
    at += isThere ? 2 : 0;
    return isThere;
  }

  /** Takes a word if it stands here and is not the beginning of a longer word. */
  boolean takeWord(String word) {
    int end = at + word.length();
    boolean isThere =
        text.startsWith(word, at) && (end == text.length() || !isNameLetter(text.charAt(end)));
    at = isThere ? end : at;
    return isThere;
  }

  Optional<CompareSign> takeSign() {
    for (CompareSign sign : CompareSign.values()) {
      if (text.startsWith(sign.toString(), at)) {
        at += sign.toString().length();
        return Optional.of(sign);
      }
    }
    return Optional.empty();
  }

  /** Reads a name: at least one letter, digit or underscore. */
  String name(String wanted) {
    int start = at;
    while (!isAtEnd() && isNameLetter(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw expected(wanted);
    }
    return text.substring(start, at);
  }

  boolean isAtQuote() {
    return isAt('"') || isAt('\'');
  }

  /** Reads a string in quotes, or a word up to a space, parenthesis, comma, quote or sign. */
  TextValue value(String wanted) {
    return isAtQuote() ? quoted() : word(wanted);
  }

  private TextValue word(String wanted) {
    int start = at;
    boolean isStarred = takeFirstStar(ENDS_OF_WORDS);
    int first = at;
    while (!isAtEnd() && ENDS_OF_WORDS.indexOf(text.charAt(at)) < 0) {
      char letter = text.charAt(at);
      if (letter == '\\' || Character.isISOControl(letter)) {
        throw error(column(), "found " + found() + " in a value, expected the value in quotes");
      }
      at++;
      if (letter == '*') {
        requireEndOfValue(isAtEnd() || ENDS_OF_WORDS.indexOf(text.charAt(at)) >= 0);
      }
    }
    String word = text.substring(first, at);
    if (word.isEmpty() || KEYWORDS.contains(word)) {
      at = start;
      throw expected(wanted);
    }
    Stars stars = stars(start + 1, isStarred, word.endsWith("*"));
    String value = stars == Stars.NONE ? word : word.substring(0, word.length() - 1);
    return new TextValue(value, false, stars, start + 1);
  }

  TextValue quoted() {
    int start = column();
    char quote = text.charAt(at++);
    StringBuilder value = new StringBuilder();
    boolean isStarred = takeFirstStar(String.valueOf(quote));
    boolean isEnded = false;
    while (!take(quote)) {
      if (isAtEnd()) {
        throw error(start, "string has no end, expected " + quote);
      }
      char letter = text.charAt(at++);
      if (letter == '*') {
        requireEndOfValue(isAt(quote));
        isEnded = true;
      } else {
        value.append(letter == '\\' ? escaped() : letter);
      }
    }
    return new TextValue(value.toString(), true, stars(start, isStarred, isEnded), start);
  }

  /** Takes a star with which a value begins. A star that is also the end is not taken. */
  private boolean takeFirstStar(String ends) {
    boolean isLast = at + 1 >= text.length() || ends.indexOf(text.charAt(at + 1)) >= 0;
    return !isLast && take('*');
  }

  private Stars stars(int column, boolean isStarred, boolean isEnded) {
    if (isStarred && !isEnded) {
      throw error(
          column,
          "found * only at the beginning of a value, expected another at the end, or \\* in quotes"
              + " for the character");
    }
    return isStarred ? Stars.AROUND : isEnded ? Stars.BEHIND : Stars.NONE;
  }

  private void requireEndOfValue(boolean isEnd) {
    if (!isEnd) {
      throw error(
          at, "found * inside a value, expected it at the end, or \\* in quotes for the character");
    }
  }

  private char escaped() {
    int column = at;
    char letter = isAtEnd() ? ' ' : text.charAt(at++);
    return switch (letter) {
      case '"', '\'', '\\', '*' -> letter;
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hexadecimal();
      default ->
          throw error(column, "found \\" + letter + ", expected \\\" \\' \\\\ \\* \\n \\r \\t \\u");
    };
  }

  private char hexadecimal() {
    int code = 0;
    for (int i = 0; i < HEX_DIGITS; i++) {
      int digit =
          isAtEnd() ? -1 : "0123456789abcdef".indexOf(Character.toLowerCase(text.charAt(at)));
      if (digit < 0) {
        throw expected("four hexadecimal digits behind \\u");
      }
      code = code * 16 + digit;
      at++;
    }
    return (char) code;
  }

  /** Calls a constructor. Its {@link IllegalArgumentException} becomes an error at a column. */
  <T> T made(int column, Supplier<T> constructor) {
    try {
      return constructor.get();
    } catch (QueryTextException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw error(column, String.valueOf(e.getMessage()));
    }
  }

  QueryTextException error(int column, String problem) {
    return new QueryTextException(language, column, problem);
  }

  /** An error at this place, naming what was wanted and what was found. */
  QueryTextException expected(String wanted) {
    return error(column(), "found " + found() + ", expected " + wanted);
  }

  private String found() {
    int end = at;
    while (end < text.length() && !isSpace(text.charAt(end))) {
      end++;
    }
    if (end == at) {
      return isAtEnd() ? "the end" : "a space";
    }
    return shown(text.substring(at, end));
  }

  /** A part of the text in quotes for errors, shortened when it is long. */
  static String shown(String part) {
    String cut = part.length() > SHOWN_MAX ? part.substring(0, SHOWN_MAX) + "…" : part;
    StringBuilder shown = new StringBuilder("\"");
    cut.chars().forEach(c -> shown.append(Character.isISOControl(c) ? '?' : (char) c));
    return shown.append('"').toString();
  }

  /** The first name of a path as text, in quotes when it is a keyword. */
  static String firstName(String name) {
    return KEYWORDS.contains(name) ? '"' + name + '"' : name;
  }

  private static boolean isSpace(char letter) {
    return SPACES.indexOf(letter) >= 0;
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }

  private static boolean isNameLetter(char letter) {
    return isDigit(letter)
        || (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || letter == '_';
  }
}
