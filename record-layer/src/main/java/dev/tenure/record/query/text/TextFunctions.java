package dev.tenure.record.query.text;

import dev.tenure.record.query.Operand;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate.TextKind;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.text.Tokenizers;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads conditions on texts, which are written as calls of functions such as {@code phrase(body,
 * "sea storm")}. {@code near} has a distance after the text. The name of a tokenizer may follow at
 * the end; without it, the built-in tokenizer is meant.
 */
record TextFunctions(TextScanner scanner, FieldConditions conditions) {
  private static final Map<String, TextKind> KINDS = kinds();

  private static Map<String, TextKind> kinds() {
    Map<String, TextKind> kinds = new LinkedHashMap<>();
    kinds.put("contains", TextKind.ALL);
    kinds.put("containsAny", TextKind.ANY);
    kinds.put("phrase", TextKind.PHRASE);
    kinds.put("near", TextKind.NEAR);
    kinds.put("prefix", TextKind.PREFIX);
    kinds.put("tokens", TextKind.TOKENS);
    return Collections.unmodifiableMap(kinds);
  }

  /** The name of the function for a kind of condition; empty when no function asks for it. */
  static Optional<String> name(TextKind kind) {
    return KINDS.entrySet().stream()
        .filter(each -> each.getValue() == kind)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Reads a call of a function whose name has been read. */
  TextMatch call(PathText name) {
    TextKind kind = KINDS.get(name.toString());
    if (kind == null) {
      throw scanner.error(
          name.column(),
          name + "(…) is not a function; " + NearestName.hint(name.toString(), names()));
    }
    boolean unused = scanner.take('(');
    scanner.skipSpaces();
    FieldPath path = field();
    requireComma("the text");
    int column = scanner.column();
    Operand text = operand();
    int distance = kind == TextKind.NEAR ? distance() : 0;
    scanner.skipSpaces();
    String tokenizer = Tokenizers.DEFAULT;
    if (scanner.take(',')) {
      scanner.skipSpaces();
      tokenizer = whole("the name of a tokenizer").text();
      scanner.skipSpaces();
    }
    if (!scanner.take(')')) {
      throw scanner.expected(") behind the arguments of " + name);
    }
    String by = tokenizer;
    return scanner.made(column, () -> new TextMatch(path.column(), kind, text, distance, by));
  }

  private List<String> names() {
    return Stream.concat(KINDS.keySet().stream(), conditions.fields().calls()).toList();
  }

  private FieldPath field() {
    PathText name = PathText.read(scanner, conditions.fields(), "the name of a field");
    FieldPath path = conditions.resolve(name);
    if (path.mapKey() != null || !path.isString()) {
      throw scanner.error(
          name.column(), path.described() + " and has no tokens; accepted: a field of strings");
    }
    return path;
  }

  private Operand operand() {
    int column = scanner.column();
    if (scanner.take('$')) {
      String parameter = scanner.name("the name of a parameter");
      return scanner.made(column, () -> Predicates.parameter(parameter));
    }
    String text = whole("a text or $PARAMETER").text();
    return scanner.made(column, () -> Operand.of(text));
  }

  private int distance() {
    requireComma("the distance");
    TextValue value = whole("the distance");
    return LiteralText.whole(value.text())
        .map(Long.class::cast)
        .filter(number -> number > 0 && number <= Integer.MAX_VALUE)
        .map(Long::intValue)
        .orElseThrow(
            () ->
                scanner.error(
                    value.column(),
                    "the distance is " + value.shown() + "; accepted: a whole number from 1 on"));
  }

  /** Reads a value, which must not end with a star. */
  private TextValue whole(String wanted) {
    TextValue value = scanner.value(wanted);
    if (value.hasStars()) {
      throw scanner.error(
          value.column(), "found * in " + wanted + ", expected prefix(FIELD, TEXT) or \\*");
    }
    return value;
  }

  private void requireComma(String before) {
    scanner.skipSpaces();
    if (!scanner.take(',')) {
      throw scanner.expected(", and " + before);
    }
    scanner.skipSpaces();
  }
}
