package dev.tenure.record.key;

import dev.tenure.record.collation.Collation;
import dev.tenure.record.collation.CollationStrength;
import dev.tenure.record.collation.Collations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The function {@code collate}: the key of a text in the order of a language. Constants among the
 * arguments choose the rules of the order.
 */
final class CollateFunction implements KeyFunction {
  static final String NAME = "collate";

  private static final int TAG_CHARACTERS_MAX = 100;

  private final Collations collations;
  private final Map<Rules, Collation> found = new ConcurrentHashMap<>();

  /** The arguments by which an expression chooses a collation. */
  private record Rules(String languageTag, long strength) {}

  CollateFunction(Collations collations) {
    this.collations = collations;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Signature signature() {
    return Signature.of(
        List.of(ValueType.STRING, ValueType.STRING, ValueType.INTEGER), ValueType.BYTES);
  }

  @Override
  public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
    Collation collation = collation(arguments.get(1), arguments.get(2));
    Object text = arguments.get(0);
    List<@Nullable Object> key = new ArrayList<>(1);
    key.add(text instanceof String given ? collation.key(given) : null);
    return List.of(key);
  }

  /**
   * The fingerprint of the collation that the constant arguments choose. They must be constants,
   * since the fingerprint is needed before there is a record.
   */
  @Override
  public OptionalInt rulesFingerprint(KeyExpression arguments) {
    return OptionalInt.of(collation(constant(arguments, 1), constant(arguments, 2)).fingerprint());
  }

  private static @Nullable Object constant(KeyExpression arguments, int column) {
    KeyExpression argument =
        column < arguments.columnCount()
            ? arguments.subKey(column, column + 1).orElse(arguments)
            : arguments;
    if (argument instanceof KeyExpression.Literal literal) {
      return literal.value();
    }
    throw new IllegalArgumentException(
        "locale and strength must be constants, got " + arguments + ": use Keys.collate");
  }

  private Collation collation(@Nullable Object languageTag, @Nullable Object strength) {
    if (languageTag instanceof String tag && strength instanceof Long code) {
      return found.computeIfAbsent(new Rules(tag, code), this::find);
    }
    throw new IllegalArgumentException(
        "locale and strength are "
            + languageTag
            + " and "
            + strength
            + ", expected a language tag and a number");
  }

  private Collation find(Rules rules) {
    CollationStrength strength =
        CollationStrength.of(rules.strength())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "strength is " + rules.strength() + ", expected 0 (PRIMARY) to 3"));
    String tag = rules.languageTag();
    boolean isTag = tag.length() <= TAG_CHARACTERS_MAX;
    Locale locale = Locale.forLanguageTag(isTag ? tag : "");
    if (!isTag || !locale.toLanguageTag().equals(tag)) {
      throw new IllegalArgumentException(
          "locale is \""
              + tag
              + "\", expected a language tag such as de-CH, or und for no language");
    }
    return collations
        .find(locale, strength)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no collation for the language of the locale " + tag));
  }
}
