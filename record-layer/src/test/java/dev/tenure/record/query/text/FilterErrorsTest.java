package dev.tenure.record.query.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tenure.record.metadata.Protos;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.test.Rich;
import org.junit.jupiter.api.Test;

/** An error says in which column it is, what was found, and what is accepted. */
final class FilterErrorsTest {

  private static void assertRefused(String text, int column, String problem) {
    QueryTextException refused =
        assertThrows(
            QueryTextException.class, () -> FilterText.parse(text, Rich.getDescriptor()), text);
    assertEquals("filter, column " + column + ": " + problem, refused.getMessage(), text);
    assertEquals(column, refused.column());
  }

  @Test
  void unfinishedFilters() {
    String condition = "the name of a field, NOT or (";
    assertRefused("", 1, "found the end, expected " + condition);
    assertRefused("  ", 3, "found the end, expected " + condition);
    assertRefused("shade = DARK AND", 17, "found the end, expected " + condition);
    assertRefused("shade = DARK OR OR", 17, "found OR, expected " + condition);
    assertRefused("AND shade = DARK", 1, "found AND, expected " + condition);
    assertRefused("shade =", 8, "found the end, expected a value, $PARAMETER or @FIELD");
    assertRefused("shade = = 1", 9, "found \"=\", expected a value, $PARAMETER or @FIELD");
    assertRefused("shade = AND", 9, "found \"AND\", expected a value, $PARAMETER or @FIELD");
    assertRefused("(shade = DARK", 14, "found the end, expected ) for the ( in column 1");
    assertRefused("shade = DARK)", 13, "found \")\", expected a condition, AND, OR or the end");
    assertRefused("()", 2, "found \")\", expected " + condition);
    assertRefused("leaf. = 1", 6, "found a space, expected a name behind the dot");
    assertRefused("string_value = 'it", 16, "string has no end, expected '");
    assertRefused(
        "string_value = 'a'shade = DARK",
        19,
        "found \"shade\", expected a space, AND, OR or the end");
    assertRefused("shade = $", 10, "found the end, expected the name of a parameter");
    assertRefused("shade = @", 10, "found the end, expected the name of a field");
    assertRefused("shade in DARK", 10, "found \"DARK\", expected ( or $PARAMETER behind in");
    assertRefused("shade in (", 11, "found the end, expected a value");
    assertRefused("shade in ()", 11, "found \")\", expected a value");
    assertRefused("shade in (DARK", 15, "found the end, expected , or ) in the list");
    assertRefused("NOT NOT shade = DARK", 5, "found NOT, expected " + condition);
  }

  @Test
  void wordsThatAreNotComparedWithAnything() {
    String why =
        " has no comparison, and there is no search over all fields; expected FIELD ="
            + " VALUE with one of = != < <= > >= : or in";
    assertRefused("prod", 1, "\"prod\"" + why);
    assertRefused("shade = DARK \"Victor Hugo\"", 14, "\"Victor Hugo\"" + why);
    assertRefused("-30", 2, "\"30\"" + why);
    assertRefused("bool_value", 1, "\"bool_value\"" + why);
    assertRefused(
        "shade = DARK and shade = LIGHT", 14, "found and, expected a field; the operator is AND");
    assertRefused(
        "cohort(shade) = 1",
        1,
        "cohort(…) is not a function; the nearest is bit_or; accepted: contains,"
            + " containsAny, phrase, near, prefix, tokens, rank, rankFromTop, version,"
            + " incarnation, … (27)");
    assertRefused(
        "contains(shade, a)",
        10,
        "shade is enum Shade and has no tokens; accepted: a field of strings");
    assertRefused("near(string_value, a)", 21, "found \")\", expected , and the distance");
    assertRefused(
        "near(string_value, a, 0)",
        23,
        "the distance is \"0\"; accepted: a whole number from 1 on");
    assertRefused(
        "contains(string_value, a*)",
        24,
        "found * in a text or $PARAMETER, expected prefix(FIELD, TEXT) or \\*");
    assertRefused("leaves[0].amount = 1", 1, "\"leaves\"" + why);
  }

  @Test
  void unknownFieldsAndValuesHaveNeighbours() {
    assertRefused(
        "leaf.amuont = 1",
        6,
        "RichLeaf has no field \"amuont\", the nearest is amount; accepted: name, amount, ratio,"
            + " marks");
    assertRefused(
        "shade = dark",
        9,
        "shade is enum Shade and cannot be compared by = with \"dark\"; the nearest is DARK;"
            + " accepted: NO_SHADE, LIGHT, DARK");
    assertRefused(
        "leaf:naem",
        6,
        "RichLeaf has no field \"naem\", the nearest is name; accepted: name, amount, ratio,"
            + " marks");
    QueryTextException camel =
        assertThrows(
            QueryTextException.class,
            () -> FilterText.parse("sfixed64Value = 1", Rich.getDescriptor()));
    assertEquals(
        "filter, column 1: Rich has no field \"sfixed64Value\", the nearest is sfixed64_value;"
            + " accepted: int32_value, int64_value, uint32_value, uint64_value, sint32_value,"
            + " sint64_value, fixed32_value, fixed64_value, sfixed32_value, sfixed64_value, … (34)",
        camel.getMessage());
    assertRefused("shade.x = 1", 7, "shade is enum Shade and has no \"x\" inside");
    assertRefused(
        "leaves.0.amount = 1",
        8,
        "RichLeaf has no field \"0\", the nearest is name; accepted: name, amount, ratio, marks");
  }

  @Test
  void valuesOfOtherTypes() {
    String whole = "; accepted: a whole number of 64 bits, such as 42";
    assertRefused(
        "int32_value = high",
        15,
        "int32_value is int32 and cannot be compared by = with \"high\"" + whole);
    assertRefused(
        "longs in (1, 2.5)",
        14,
        "longs is repeated int64 and cannot be compared by in with \"2.5\"" + whole);
    assertRefused(
        "uint64_value > 9223372036854775808",
        16,
        "uint64_value is uint64 and cannot be compared by > with \"9223372036854775808\"" + whole);
    assertRefused(
        "int32_value = ٣",
        15,
        "int32_value is int32 and cannot be compared by = with \"٣\"" + whole);
    assertRefused(
        "double_value < 1e999",
        16,
        "double_value is double and cannot be compared by < with \"1e999\"; accepted: a number,"
            + " such as 0.5 or 2e9");
    assertRefused(
        "double_value < 0x1p3",
        16,
        "double_value is double and cannot be compared by < with \"0x1p3\"; accepted: a number,"
            + " such as 0.5 or 2e9");
    assertRefused(
        "bool_value = yes",
        14,
        "bool_value is bool and cannot be compared by = with \"yes\"; accepted: true or false");
    assertRefused(
        "bytes_value = 'é'",
        15,
        "bytes_value is bytes and cannot be compared by = with \"é\"; accepted: bytes in Base64,"
            + " such as \"AP8=\"");
    assertRefused(
        "leaf = 5",
        8,
        "leaf is message RichLeaf and cannot be compared by = with \"5\"; accepted: : with * or"
            + " the name of a field; the nearest is name; accepted: name, amount, ratio, marks");
    assertRefused(
        "leaf in (5)",
        9,
        "leaf is message RichLeaf and cannot be compared by in; accepted: : with * or the name"
            + " of a field; the nearest is name; accepted: name, amount, ratio, marks");
    assertRefused(
        "string_value = \"\\ud800\"",
        16,
        "literal of 1 characters has an unpaired surrogate at 0, which would be read back as"
            + " another one");
  }

  @Test
  void starsAndNull() {
    assertRefused(
        "string_value = '*.foo'",
        16,
        "found * only at the beginning of a value, expected another at the end, or \\* in quotes"
            + " for the character");
    assertRefused(
        "string_value = *$p", 19, "found the end, expected * behind the parameter, as before it");
    assertRefused(
        "int32_value = *1*",
        15,
        "int32_value is int32 and has no prefixes and no substrings; accepted: strings and bytes");
    assertRefused(
        "string_value = a*b",
        17,
        "found * inside a value, expected it at the end, or \\* in quotes for the character");
    assertRefused(
        "string_value < 'a*'",
        16,
        "string_value is string and cannot be compared by < with a value that has a star; accepted: = : NOT, or"
            + " \\* in quotes for the character");
    assertRefused(
        "strings != a*",
        12,
        "strings is repeated string and cannot be compared by != with a value that has a star; accepted: = : NOT,"
            + " or \\* in quotes for the character");
    assertRefused(
        "int32_value = 1*",
        15,
        "int32_value is int32 and has no prefixes and no substrings; accepted: strings and bytes");
    assertRefused(
        "string_value in (a*)",
        18,
        "string_value is string and cannot be compared by in with \"a*\"; accepted in a list:"
            + " values; a parameter has no ( )");
    assertRefused(
        "string_value in (a, $names)",
        21,
        "string_value is string and cannot be compared by in with \"$names\"; accepted in a list:"
            + " values; a parameter has no ( )");
    assertRefused(
        "string_value = *",
        16,
        "string_value is string and cannot be compared by = with \"*\"; accepted for presence:"
            + " string_value:*");
    assertRefused(
        "maybe_long < null",
        14,
        "maybe_long is int64 and cannot be compared by < with \"null\"; accepted with null: = and"
            + " !=");
    assertRefused(
        "strings = null",
        11,
        "strings is repeated string and cannot be compared by = with \"null\"; no element is null;"
            + " accepted for none: NOT strings:*");
    assertRefused(
        "string_value = \"a\\b\"", 18, "found \\b, expected \\\" \\' \\\\ \\* \\n \\r \\t \\u");
    assertRefused(
        "string_value = \"\\u12\"",
        21,
        "found \"\"\", expected four hexadecimal digits behind \\u");
    assertRefused(
        "string_value = C:\\temp", 18, "found \"\\temp\" in a value, expected the value in quotes");
  }

  @Test
  void mapsListsAndColumns() {
    assertRefused(
        "counts.foo = 42",
        8,
        "the value of one key of a map cannot be compared; accepted: counts.foo:* for the key,"
            + " counts.* for any value");
    assertRefused(
        "places.3.name = x",
        8,
        "fields behind the key of a map are not supported; accepted: MAP.KEY:*");
    assertRefused(
        "places.x:*",
        8,
        "places is repeated int32 and cannot be compared by : with \"x\"; accepted: a whole number"
            + " of 64 bits, such as 42");
    assertRefused(
        "counts.foo in (1)",
        15,
        "counts is repeated string and cannot be compared by in with the value of one key;"
            + " accepted: counts, its keys");
    assertRefused(
        "int32_value < @string_value",
        16,
        "Rich.field(int32_value) holds INTEGER and cannot be compared with field(string_value),"
            + " which holds STRING");
    assertRefused(
        "int32_value < @longs",
        16,
        "comparison with field(longs, FAN_OUT), which fans out: put it on the left");
    assertRefused(
        "int32_value != (1 OR 2)",
        16,
        "found \"(1\", expected a value, $PARAMETER or @FIELD, as != of several is read in two"
            + " ways: write NOT … = (…)");
  }

  @Test
  void messagesWithoutAFieldThatIsAlwaysSet() {
    QueryTextException refused =
        assertThrows(
            QueryTextException.class,
            () -> FilterText.parse("m:*", Protos.message("message M { .M m = 1; }")));
    assertEquals(
        "filter, column 3: m is message M, and each of its fields may be missing when it is set;"
            + " ask for the presence of one: m.FIELD:*",
        refused.getMessage());
  }

  @Test
  void columnsThatAreCalled() {
    String version =
        " accepted: a version of a commit, 24 hexadecimal digits, such as 00000000002a1b3c00000001";
    assertRefused(
        "rank() = 1",
        1,
        "rank(…) is of no field; expected those of the group, then those of the score");
    assertRefused("version(shade) = 1", 1, "version(…) is of 1 fields, expected none");
    assertRefused("rank(shade", 11, "found the end, expected a comma or ) behind a field");
    assertRefused("rank(shade,) = 1", 12, "found \")\", expected the name of a field");
    assertRefused(
        "rank(longs) = 1",
        6,
        "longs is repeated int64; accepted in a rank: fields that are not repeated");
    assertRefused(
        "rank(rank(shade)) = 1", 10, "found \"(shade))\", expected a comma or ) behind a field");
    assertRefused(
        "cardinality(shade) = 1", 13, "shade is enum Shade; accepted here: a repeated field");
    assertRefused("cardinality() = 1", 1, "cardinality(…) is of 0 arguments, expected 1");
    assertRefused(
        "add(shade, longs) = 1",
        12,
        "longs is repeated int64; accepted here: a field that is not repeated");
    assertRefused(
        "add(shade, 1) = high",
        17,
        "add(shade, 1) is integer and cannot be compared by = with \"high\"; "
            + "accepted: a whole number of 64 bits, such as 42");
    assertRefused(
        "rank(shade) = high",
        15,
        "rank(shade) is a whole number and cannot be compared by = with \"high\"; "
            + LiteralText.ACCEPTED_WHOLE);
    assertRefused(
        "created() > noon",
        13,
        "created() is a time and cannot be compared by > with \"noon\"; "
            + TimeText.ACCEPTED_MILLIS);
    assertRefused(
        "created() > +999999999-01-01T00:00:00Z",
        13,
        "created() is a time and cannot be compared by > with \"+999999999-01-01T00:00:00Z\"; "
            + TimeText.ACCEPTED_MILLIS);
    for (String wrong : new String[] {"12", "x".repeat(24), "f".repeat(24)}) {
      assertRefused(
          "version() > " + wrong,
          13,
          "version() is a version and cannot be compared by > with \"" + wrong + "\";" + version);
    }
    assertRefused(
        "created() = 1970-01-01T00:00:00Z*",
        13,
        "created() is a time and has no prefixes and no substrings; accepted: strings and bytes");
    assertRefused(
        "any(leaves, version():*)",
        13,
        "version(…) is known of records only; accepted here: the name of a field");
    assertRefused(
        "any(version(), amount = 1)",
        5,
        "version() is a version, expected a repeated field, or a map");
    assertRefused(
        "contains(rank(shade), a)",
        10,
        "rank(shade) is a whole number and has no tokens; accepted: a field of strings");
    assertRefused(
        "version() > @shade",
        14,
        "Rich.version() holds VERSIONSTAMP and cannot be compared with field(shade), which holds"
            + " INTEGER");
  }

  @Test
  void limits() {
    String open = "(".repeat(FilterText.PARENTHESES_MAX);
    assertRefused(open + "(shade = DARK", 17, "17 parentheses inside one another, the limit is 16");
    assertRefused(
        "shade = DARK" + " ".repeat(FilterText.LENGTH_MAX),
        10_001,
        "text of 10012 characters, the limit is 10000: give long lists as a parameter");
    assertRefused(
        "shade=1 ".repeat(QueryPredicate.PARTS_MAX),
        1,
        "condition and is 1001 conditions, the limit is 1000");
    String many = "1,".repeat(QueryPredicate.VALUES_MAX) + "1";
    assertRefused(
        "shade in (" + many + ")", 10, "field(shade) in 1001 values, expected at most 1000");
    assertRefused(
        "shade=$" + "p".repeat(101),
        7,
        "name of a parameter has 101 characters, expected 1 to 100");
    assertRefused(
        "self.".repeat(32) + "shade = DARK",
        169,
        "key expression nest(self) is 33 deep, the limit is 32");
    assertRefused(
        "shade = DARK AND (".repeat(8) + "NOT (".repeat(8) + "shade = DARK" + ")".repeat(16),
        1,
        "condition and is 17 deep, the limit is 16");
  }
}
