package dev.tenure.embedded.transcript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one JSON value: objects as maps, arrays as lists, numbers as {@link Long}. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked") // an object is always a map from text
  static Map<String, @Nullable Object> object(String text) {
    Object value = new Json(text).value();
    if (!(value instanceof Map)) {
      throw new IllegalArgumentException("not a JSON object: " + text);
    }
    return (Map<String, @Nullable Object>) value;
  }

  private @Nullable Object value() {
    skipSpace();
    char next = text.charAt(at);
    return switch (next) {
      case '{' -> map();
      case '[' -> list();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private @Nullable Object word(String word, @Nullable Object meaning) {
    if (!text.startsWith(word, at)) {
      throw unexpected();
    }
    at += word.length();
    return meaning;
  }

  private Map<String, @Nullable Object> map() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    at++;
    skipSpace();
    while (text.charAt(at) != '}') {
      String key = string();
      skipSpace();
      require(':');
      map.put(key, value());
      skipSpace();
      if (text.charAt(at) == ',') {
        at++;
        skipSpace();
      }
    }
    at++;
    return map;
  }

  private List<@Nullable Object> list() {
    List<@Nullable Object> list = new ArrayList<>();
    at++;
    skipSpace();
    while (text.charAt(at) != ']') {
      list.add(value());
      skipSpace();
      if (text.charAt(at) == ',') {
        at++;
        skipSpace();
      }
    }
    at++;
    return list;
  }

  private String string() {
    require('"');
    StringBuilder string = new StringBuilder();
    while (text.charAt(at) != '"') {
      char next = text.charAt(at);
      at++;
      string.append(next == '\\' ? escaped() : next);
    }
    at++;
    return string.toString();
  }

  private char escaped() {
    char kind = text.charAt(at);
    at++;
    return switch (kind) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> {
        int code = Integer.parseInt(text.substring(at, at + 4), 16);
        at += 4;
        yield (char) code;
      }
      default -> kind;
    };
  }

  private Long number() {
    int from = at;
    while (at < text.length() && "+-0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (from == at) {
      throw unexpected();
    }
    return Long.valueOf(text.substring(from, at));
  }

  private void require(char expected) {
    if (text.charAt(at) != expected) {
      throw unexpected();
    }
    at++;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("unexpected character at " + at + " of " + text);
  }
}
