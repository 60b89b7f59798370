package dev.tenure.record.query.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.Seeds;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.test.Rich;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Whatever the text: it is parsed, and printed to a fixed point, or refused with a column in it.
 */
final class FilterFuzzTest {
  private static final List<String> TOKENS =
      List.of(
          "AND",
          "OR",
          "NOT",
          "-",
          "(",
          ")",
          "(",
          ")",
          ",",
          ".",
          "*",
          "$p",
          "$",
          "@",
          "@leaf.amount",
          "=",
          "!=",
          "<",
          "<=",
          ">",
          ">=",
          ":",
          "in",
          "contains(",
          "near(string_value, a, 2",
          "phrase",
          ", whitespace)",
          "null",
          "rank(",
          "version()",
          "created()",
          "00000000002a1b3c00000001",
          "1970-01-01T00:00:00Z",
          "true",
          "5",
          "-7",
          "2.5e3",
          "DARK",
          "\"a*\"",
          "'",
          "\"",
          "\\",
          "\\u00",
          "AP8=",
          "desc",
          "asc",
          "nulls",
          "first",
          "last",
          "int32_value",
          "string_value",
          "shade",
          "bool_value",
          "bytes_value",
          "double_value",
          "longs",
          "strings",
          "leaf",
          "leaves",
          "counts",
          "places",
          "counts.a",
          "places.*.name",
          "maybe_long",
          "é",
          "\ud800",
          "\0");
  private static final List<String> CONDITIONS =
      List.of(
          "int32_value = 5",
          "string_value:a*",
          "shade in (DARK, 1)",
          "NOT leaf.amount > $p",
          "counts:x",
          "maybe_long = null",
          "(longs < 3 OR longs:7)",
          "leaves.marks = (a OR -b)",
          "double_value >= -1e-9",
          "bytes_value != 'AA=='",
          "places.*:*",
          "contains(string_value, 'sea storm')",
          "near(strings, $p, 3, whitespace)",
          "NOT prefix(places.*.name, st)",
          "rank(int32_value, leaf.amount) < 10",
          "version() > 00000000002a1b3c00000001",
          "created() >= 1970-01-01T00:00:00Z",
          "updated() > @created()");
  private static final int TEXTS = 5_000;

  private static void assertParsedOrRefused(String text, Descriptor type) {
    QueryPredicate parsed;
    try {
      parsed = FilterText.parse(text, type);
    } catch (QueryTextException e) {
      assertWithin(e, text);
      return;
    }
    String canonical;
    try {
      canonical = FilterText.print(parsed, type);
    } catch (IllegalArgumentException e) {
      assertTrue(text.length() > FilterText.LENGTH_MAX / 10, text + ": " + e.getMessage());
      return;
    }
    assertEquals(parsed, FilterText.parse(canonical, type), text);
    assertEquals(canonical, FilterText.print(FilterText.parse(canonical, type), type), text);
  }

  private static void assertOrderedOrRefused(String text, Descriptor type) {
    try {
      List<OrderColumn> order = OrderText.parse(text, type);
      assertEquals(order, OrderText.parse(OrderText.print(order), type));
    } catch (QueryTextException e) {
      assertWithin(e, text);
    }
  }

  private static void assertWithin(QueryTextException refused, String text) {
    assertTrue(
        refused.column() >= 1 && refused.column() <= text.length() + 1,
        text + ": " + refused.getMessage());
  }

  @Test
  void randomCharacters() {
    RandomGenerator random = Seeds.random("FilterFuzzTest.randomCharacters");
    for (int i = 0; i < TEXTS; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      assertParsedOrRefused(text, Rich.getDescriptor());
      assertParsedOrRefused("string_value = \"" + text, Rich.getDescriptor());
      assertParsedOrRefused("string_value=" + text, Rich.getDescriptor());
      assertOrderedOrRefused(text, Rich.getDescriptor());
    }
  }

  @Test
  void randomTokens() {
    RandomGenerator random = Seeds.random("FilterFuzzTest.randomTokens");
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder text = new StringBuilder();
      for (int left = random.nextInt(12); left >= 0; left--) {
        text.append(TOKENS.get(random.nextInt(TOKENS.size())));
        text.append(random.nextInt(4) == 0 ? "" : " ");
      }
      assertParsedOrRefused(text.toString(), Rich.getDescriptor());
      assertOrderedOrRefused(text.toString(), Rich.getDescriptor());
    }
  }

  /** Filters that mean something, with a few characters changed. */
  @Test
  void damagedFilters() {
    RandomGenerator random = Seeds.random("FilterFuzzTest.damagedFilters");
    int accepted = 0;
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder text = new StringBuilder(CONDITIONS.get(random.nextInt(CONDITIONS.size())));
      for (int more = random.nextInt(4); more > 0; more--) {
        text.append(List.of(" ", " AND ", " OR ").get(random.nextInt(3)));
        text.append(CONDITIONS.get(random.nextInt(CONDITIONS.size())));
      }
      for (int damage = random.nextInt(3); damage > 0; damage--) {
        int at = random.nextInt(text.length());
        String token = TOKENS.get(random.nextInt(TOKENS.size()));
        text.replace(at, Math.min(text.length(), at + random.nextInt(3)), token);
      }
      assertParsedOrRefused(text.toString(), Rich.getDescriptor());
      try {
        accepted += FilterText.parse(text.toString(), Rich.getDescriptor()) == null ? 0 : 1;
      } catch (QueryTextException e) {
        assertTrue(e.column() > 0);
      }
    }
    assertTrue(accepted > TEXTS / 4, "only " + accepted + " filters were accepted");
  }

  /** Texts of the greatest length, each of which repeats something that might nest or branch. */
  @Test
  void theLongestTextsOfEachToken() {
    for (String token : TOKENS) {
      for (String between : List.of("", " ", ".")) {
        String text = (token + between).repeat(FilterText.LENGTH_MAX / (token + between).length());
        assertParsedOrRefused(text, Rich.getDescriptor());
        assertParsedOrRefused(text.substring(0, 9_900) + " = 1", Rich.getDescriptor());
        assertParsedOrRefused("string_value = " + text.substring(0, 9_900), Rich.getDescriptor());
        assertParsedOrRefused("string_value = '" + text.substring(0, 9_900), Rich.getDescriptor());
        assertParsedOrRefused("string_value in (" + text.substring(0, 9_900), Rich.getDescriptor());
        assertOrderedOrRefused(text, Rich.getDescriptor());
      }
    }
    for (String condition : CONDITIONS) {
      for (String between : List.of(" ", " AND ", " OR ", " AND NOT (", " OR (")) {
        String text = (condition + between).repeat(600);
        assertParsedOrRefused(
            text.substring(0, Math.min(9_990, text.length())), Rich.getDescriptor());
      }
    }
    assertThrows(
        QueryTextException.class,
        () -> FilterText.parse("x".repeat(1_000_000), Rich.getDescriptor()));
  }
}
