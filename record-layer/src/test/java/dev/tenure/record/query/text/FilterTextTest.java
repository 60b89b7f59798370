package dev.tenure.record.query.text;

import static dev.tenure.record.key.Keys.cardinality;
import static dev.tenure.record.key.Keys.collate;
import static dev.tenure.record.key.Keys.created;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.key.Keys.rank;
import static dev.tenure.record.key.Keys.rankFromTop;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.key.Keys.storedSize;
import static dev.tenure.record.key.Keys.updated;
import static dev.tenure.record.key.Keys.version;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.anyOf;
import static dev.tenure.record.query.Predicates.compare;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.hasSubstring;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static dev.tenure.record.query.Predicates.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.collation.CollationStrength;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.NullRule;
import dev.tenure.record.metadata.Protos;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.test.Legacy;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Place;
import dev.tenure.record.test.Rich;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FilterTextTest {
  private static final KeyExpression INT = field("int32_value");
  private static final KeyExpression TEXT = field("string_value");
  private static final KeyExpression STRINGS = field("strings", FanType.FAN_OUT);
  private static final Versionstamp VERSION =
      Versionstamp.complete(new byte[] {0, 0, 0, 0, 0, 42, 27, 60, 0, 0}, 1);
  private static final KeyExpression KEYS = nest("counts", FanType.FAN_OUT, field("key"));

  /** The text means the condition, and the condition is written as the other text. */
  private static void assertMeans(
      Descriptor type, String text, QueryPredicate means, String canon) {
    assertEquals(means, FilterText.parse(text, type), text);
    assertEquals(canon, FilterText.print(means, type));
    assertEquals(means, FilterText.parse(canon, type), canon);
    assertEquals(means, BoundPredicate.bind(means, type, 0).predicate());
  }

  private static void assertMeans(String text, QueryPredicate means, String canon) {
    assertMeans(Rich.getDescriptor(), text, means, canon);
  }

  private static void assertCanonical(String text, QueryPredicate means) {
    assertMeans(text, means, text);
  }

  @Test
  void everyComparisonIsRead() {
    assertCanonical("int32_value = 5", equal(INT, 5));
    assertCanonical("int32_value != 5", notEqual(INT, 5));
    assertCanonical("int32_value < 5", less(INT, 5));
    assertCanonical("int32_value <= 5", lessOrEqual(INT, 5));
    assertCanonical("int32_value > 5", greater(INT, 5));
    assertCanonical("int32_value >= 5", greaterOrEqual(INT, 5));
    assertMeans("int32_value:5", equal(INT, 5), "int32_value = 5");
    assertMeans("  int32_value\t>\n5 ", greater(INT, 5), "int32_value > 5");
    assertMeans("int32_value>-5", greater(INT, -5), "int32_value > -5");
  }

  @Test
  void theTypeOfTheFieldTellsWhatAValueIs() {
    assertMeans("int64_value = \"7\"", equal(field("int64_value"), 7), "int64_value = 7");
    assertCanonical(
        "sint64_value = -9223372036854775808", equal(field("sint64_value"), Long.MIN_VALUE));
    assertCanonical("bool_value = true", equal(field("bool_value"), true));
    assertMeans("bool_value='false'", equal(field("bool_value"), false), "bool_value = false");
    assertMeans(
        "double_value < 2.997e9", less(field("double_value"), 2.997e9), "double_value < 2.997E9");
    assertMeans("double_value = 5", equal(field("double_value"), 5.0), "double_value = 5.0");
    assertCanonical("double_value = -0.0", equal(field("double_value"), -0.0));
    assertCanonical(
        "float_value > -Infinity", greater(field("float_value"), Double.NEGATIVE_INFINITY));
    assertCanonical("double_value = NaN", equal(field("double_value"), Double.NaN));
    assertMeans("string_value = true", equal(TEXT, "true"), "string_value = \"true\"");
    assertMeans("string_value = 5", equal(TEXT, "5"), "string_value = \"5\"");
    assertCanonical(
        "bytes_value = \"AP8=\"",
        equal(field("bytes_value"), ByteString.copyFrom(new byte[] {0, (byte) 255})));
    assertMeans(
        "bytes_value = _-8",
        equal(field("bytes_value"), ByteString.copyFrom(new byte[] {(byte) 255, (byte) 239})),
        "bytes_value = \"/+8=\"");
    assertCanonical("shade = DARK", equal(field("shade"), -7));
    assertMeans("shade = -7", equal(field("shade"), -7), "shade = DARK");
    assertMeans("shade = \"LIGHT\"", equal(field("shade"), 1), "shade = LIGHT");
    assertCanonical("shade = 99", equal(field("shade"), 99));
  }

  @Test
  void stringsHaveQuotesAndEscapes() {
    assertMeans("string_value = it", equal(TEXT, "it"), "string_value = \"it\"");
    assertMeans(
        "string_value='it''s'".replace("''", "\\'"),
        equal(TEXT, "it's"),
        "string_value = \"it's\"");
    assertCanonical("string_value = \"a\\\"b\\\\c\\*d\\u0000é😀\"", equal(TEXT, "a\"b\\c*d\0é😀"));
    assertMeans(
        "string_value = \"\\n\\r\\t\\u00E9\"",
        equal(TEXT, "\n\r\té"),
        "string_value = \"\\u000a\\u000d\\u0009é\"");
    assertMeans(
        "string_value = 2012-04-21T11:30:00-04:00",
        equal(TEXT, "2012-04-21T11:30:00-04:00"),
        "string_value = \"2012-04-21T11:30:00-04:00\"");
    assertCanonical("string_value = \"AND\"", equal(TEXT, "AND"));
    assertCanonical("string_value = \"null\"", equal(TEXT, "null"));
  }

  @Test
  void aStarBehindAValueIsAPrefix() {
    assertMeans("string_value = abc*", startsWith(TEXT, "abc"), "string_value = \"abc*\"");
    assertCanonical("string_value = \"*\"", startsWith(TEXT, ""));
    assertCanonical("string_value = \"a\\**\"", startsWith(TEXT, "a*"));
    assertCanonical("NOT string_value = \"a*\"", not(startsWith(TEXT, "a")));
    assertMeans("string_value != \"a*\"", not(startsWith(TEXT, "a")), "NOT string_value = \"a*\"");
    assertCanonical("strings:\"a*\"", startsWith(STRINGS, "a"));
    assertCanonical(
        "bytes_value = \"AQ==*\"",
        startsWith(field("bytes_value"), ByteString.copyFrom(new byte[] {1})));
    assertCanonical("string_value = $p*", startsWith(TEXT, parameter("p")));
  }

  @Test
  void starsAroundAValueAreASubstring() {
    assertMeans("string_value = *abc*", hasSubstring(TEXT, "abc"), "string_value = \"*abc*\"");
    assertCanonical("string_value = \"**\"", hasSubstring(TEXT, ""));
    assertCanonical("string_value = \"* a*\"", hasSubstring(TEXT, " a"));
    assertCanonical("string_value = \"*\\*a\\**\"", hasSubstring(TEXT, "*a*"));
    assertCanonical("NOT string_value = \"*a*\"", not(hasSubstring(TEXT, "a")));
    assertCanonical("strings:\"*a*\"", hasSubstring(STRINGS, "a"));
    assertCanonical(
        "bytes_value = \"*AQ==*\"",
        hasSubstring(field("bytes_value"), ByteString.copyFrom(new byte[] {1})));
    assertCanonical("string_value = *$p*", hasSubstring(TEXT, parameter("p")));
  }

  @Test
  void orBindsTighterThanAnd() {
    QueryPredicate a = equal(INT, 1);
    QueryPredicate b = equal(INT, 2);
    QueryPredicate c = equal(INT, 3);
    String text = "int32_value = ";
    assertMeans(
        text + "1 AND " + text + "2 OR " + text + "3",
        and(a, or(b, c)),
        text + "1 AND (" + text + "2 OR " + text + "3)");
    assertMeans(
        text + "1 " + text + "2 OR " + text + "3 AND " + text + "1",
        and(a, or(b, c), a),
        text + "1 AND (" + text + "2 OR " + text + "3) AND " + text + "1");
    assertCanonical("(" + text + "1 AND " + text + "2) OR " + text + "3", or(and(a, b), c));
    assertCanonical("(" + text + "1 AND " + text + "2) AND " + text + "3", and(and(a, b), c));
    assertCanonical("(" + text + "1 OR " + text + "2) OR " + text + "3", or(or(a, b), c));
    assertMeans("((" + text + "1))", a, text + "1");
    assertMeans(
        "-" + text + "1 OR NOT(" + text + "2)",
        or(not(a), not(b)),
        "NOT " + text + "1 OR NOT " + text + "2");
    assertCanonical("NOT (NOT " + text + "1)", not(not(a)));
    assertCanonical("NOT (" + text + "1 OR " + text + "2)", not(or(a, b)));
  }

  @Test
  void severalValuesBehindOneSign() {
    assertMeans(
        "int32_value = (1 OR -2)",
        or(equal(INT, 1), equal(INT, -2)),
        "int32_value = 1 OR int32_value = -2");
    assertMeans(
        "strings:(a b)",
        and(equal(STRINGS, "a"), equal(STRINGS, "b")),
        "strings:\"a\" AND strings:\"b\"");
    assertMeans(
        "strings:(\"a\" AND -b AND NOT (c))",
        and(equal(STRINGS, "a"), not(equal(STRINGS, "b")), not(equal(STRINGS, "c"))),
        "strings:\"a\" AND NOT strings:\"b\" AND NOT strings:\"c\"");
    assertMeans(
        "int32_value < ($a OR @int64_value)",
        or(less(INT, parameter("a")), less(INT, field("int64_value"))),
        "int32_value < $a OR int32_value < @int64_value");
  }

  @Test
  void listsParametersAndOtherColumns() {
    assertCanonical("int32_value in (1, -2, 3)", in(INT, 1, -2, 3));
    assertMeans("string_value in( a ,'b')", in(TEXT, "a", "b"), "string_value in (\"a\", \"b\")");
    assertCanonical("shade in (NO_SHADE, DARK)", in(field("shade"), 0, -7));
    assertCanonical("strings in (\"a\")", in(STRINGS, "a"));
    assertCanonical("int32_value in $list", in(INT, parameter("list")));
    assertCanonical("NOT int32_value in $list", not(in(INT, parameter("list"))));
    assertCanonical("int32_value >= $0", greaterOrEqual(INT, parameter("0")));
    assertCanonical("strings:$s", equal(STRINGS, parameter("s")));
    assertCanonical("int32_value > @int64_value", greater(INT, field("int64_value")));
    assertCanonical(
        "longs < @leaf.amount",
        less(field("longs", FanType.FAN_OUT), nest("leaf", field("amount"))));
  }

  @Test
  void pathsLeadThroughMessages() {
    assertCanonical("leaf.name = \"x\"", equal(nest("leaf", field("name")), "x"));
    assertCanonical("self.leaf.amount < 3", less(nest("self", nest("leaf", field("amount"))), 3));
    assertCanonical(
        "leaves.amount:42", equal(nest("leaves", FanType.FAN_OUT, field("amount")), 42));
    assertMeans(
        "leaves.amount = 42",
        equal(nest("leaves", FanType.FAN_OUT, field("amount")), 42),
        "leaves.amount:42");
    assertCanonical(
        "leaves.amount != 42", notEqual(nest("leaves", FanType.FAN_OUT, field("amount")), 42));
    assertCanonical(
        "leaves.marks:\"m\"",
        equal(nest("leaves", FanType.FAN_OUT, field("marks", FanType.FAN_OUT)), "m"));
  }

  @Test
  void mapsHaveKeysAndValues() {
    assertMeans("counts:foo", equal(KEYS, "foo"), "counts:\"foo\"");
    assertMeans("counts.foo:*", equal(KEYS, "foo"), "counts:\"foo\"");
    assertMeans("counts.\"a b\":*", equal(KEYS, "a b"), "counts:\"a b\"");
    assertMeans("counts.AND:*", equal(KEYS, "AND"), "counts:\"AND\"");
    assertCanonical("counts:\"f*\"", startsWith(KEYS, "f"));
    assertCanonical("counts in (\"a\", \"b\")", in(KEYS, "a", "b"));
    assertCanonical("counts.* > 5", greater(nest("counts", FanType.FAN_OUT, field("value")), 5));
    assertCanonical("counts:*", notNull(KEYS));
    assertMeans("places.3:*", equal(nest("places", FanType.FAN_OUT, field("key")), 3), "places:3");
    assertCanonical(
        "places.*.name:\"x\"",
        equal(nest("places", FanType.FAN_OUT, nest("value", field("name"))), "x"));
  }

  @Test
  void presenceIsThatOfTheField() {
    assertCanonical("maybe_long:*", notNull(field("maybe_long")));
    assertMeans("maybe_long != null", notNull(field("maybe_long")), "maybe_long:*");
    assertCanonical("maybe_long = null", isNull(field("maybe_long")));
    assertMeans("int32_value:*", notEqual(INT, 0), "int32_value != 0");
    assertMeans("string_value:*", notEqual(TEXT, ""), "string_value != \"\"");
    assertMeans("float_value:*", notEqual(field("float_value"), 0.0), "float_value != 0.0");
    assertMeans("bool_value:*", notEqual(field("bool_value"), false), "bool_value != false");
    assertMeans(
        "bytes_value:*", notEqual(field("bytes_value"), ByteString.EMPTY), "bytes_value != \"\"");
    assertMeans("shade:*", notEqual(field("shade"), 0), "shade != NO_SHADE");
    assertCanonical("int32_value != null", notNull(INT));
    assertCanonical("strings:*", notNull(STRINGS));
    assertMeans("leaf:*", notNull(nest("leaf", field("name"))), "leaf.name != null");
    assertMeans("leaf = null", isNull(nest("leaf", field("name"))), "leaf.name = null");
    assertMeans("leaf != null", notNull(nest("leaf", field("name"))), "leaf.name != null");
    assertMeans(
        "self:leaf", notNull(nest("self", nest("leaf", field("name")))), "self.leaf.name != null");
    assertCanonical(
        "places.*:*", notNull(nest("places", FanType.FAN_OUT, nest("value", literal(true)))));
    assertCanonical("leaves:*", notNull(nest("leaves", FanType.FAN_OUT, literal(true))));
    assertMeans("leaf:ratio", notNull(nest("leaf", field("ratio"))), "leaf.ratio:*");
    assertCanonical("leaves.ratio = null", isNull(nest("leaves", FanType.FAN_OUT, field("ratio"))));
    assertMeans(Legacy.getDescriptor(), "grade:*", notNull(field("grade")), "grade:*");
  }

  @Test
  void presenceOfAMessageIsFoundInRecords() {
    Descriptor type = Note.getDescriptor();
    BoundPredicate has = BoundPredicate.bind(FilterText.parse("place:*", type), type, 0);
    assertTrue(has.holds(Note.newBuilder().setPlace(Place.getDefaultInstance()).build()));
    assertEquals("FALSE", has.test(Note.getDefaultInstance()).toString());
    BoundPredicate visited = BoundPredicate.bind(FilterText.parse("visited:*", type), type, 0);
    assertTrue(visited.holds(Note.newBuilder().addVisited(Place.getDefaultInstance()).build()));
    assertEquals("FALSE", visited.test(Note.getDefaultInstance()).toString());
    BoundPredicate key = BoundPredicate.bind(FilterText.parse("attributes:a", type), type, 0);
    assertTrue(key.holds(Note.newBuilder().putAttributes("a", "b").build()));
    assertEquals("FALSE", key.test(Note.newBuilder().putAttributes("b", "a").build()).toString());
  }

  @Test
  void ranksAreOfFields() {
    KeyExpression rank = rank(TEXT, INT);
    assertCanonical("rank(string_value, int32_value) < 10", less(rank, 10));
    assertMeans(
        "rank( string_value,int32_value )<10",
        less(rank, 10),
        "rank(string_value, int32_value) < 10");
    assertCanonical(
        "rankFromTop(leaf.amount) = 0", equal(rankFromTop(nest("leaf", field("amount"))), 0));
    assertCanonical("rank(int32_value) in (1, 2)", in(rank(INT), 1, 2));
    assertCanonical("rank(int32_value) in $list", in(rank(INT), parameter("list")));
    assertCanonical("NOT rank(int32_value) >= $0", not(greaterOrEqual(rank(INT), parameter("0"))));
    assertCanonical("rank(int32_value) = null", isNull(rank(INT)));
    assertMeans("rank(int32_value) != null", notNull(rank(INT)), "rank(int32_value):*");
    assertMeans(
        "rank(int32_value) = (1 OR 2)",
        or(equal(rank(INT), 1), equal(rank(INT), 2)),
        "rank(int32_value) = 1 OR rank(int32_value) = 2");
    assertCanonical("int32_value > @rank(int32_value)", greater(INT, rank(INT)));
  }

  @Test
  void whatIsStoredBesideARecordIsCalled() {
    assertCanonical("version() > 00000000002a1b3c00000001", greater(version(), VERSION));
    assertMeans(
        "version( )='00000000002A1B3C00000001'",
        equal(version(), VERSION),
        "version() = 00000000002a1b3c00000001");
    assertCanonical("version() > $since", greater(version(), parameter("since")));
    assertCanonical("version():*", notNull(version()));
    assertCanonical("incarnation() = 2", equal(incarnation(), 2));
    assertCanonical("created() < 1970-01-01T00:00:01.250Z", less(created(), 1_250));
    assertMeans(
        "created() >= 1970-01-01T01:00:00+01:00",
        greaterOrEqual(created(), 0),
        "created() >= 1970-01-01T00:00:00Z");
    for (long edge : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
      QueryPredicate condition = equal(updated(), edge);
      String text = FilterText.print(condition, Rich.getDescriptor());
      assertEquals(condition, FilterText.parse(text, Rich.getDescriptor()), text);
    }
    assertCanonical("updated() > @created()", greater(updated(), created()));
    assertCanonical("storedSize() > 1000", greater(storedSize(), 1_000));
    assertCanonical("recordType() = 1", equal(recordType(), 1));
  }

  @Test
  void fieldsMayHaveTheNamesOfColumnsThatAreCalled() {
    Descriptor type = Protos.message("message M { int32 rank = 1; string version = 2; }");
    assertMeans(type, "rank = 1", equal(field("rank"), 1), "rank = 1");
    assertMeans(type, "rank(rank) = 1", equal(rank(field("rank")), 1), "rank(rank) = 1");
    assertMeans(
        type,
        "version = \"a\" AND version():*",
        and(equal(field("version"), "a"), notNull(version())),
        "version = \"a\" AND version():*");
  }

  @Test
  void fieldsAndValuesMayHaveTheNamesOfOperators() {
    Descriptor type =
        Protos.message(
            "message M { int32 AND = 1; int32 in = 2; .M OR = 3; :E not = 4; }"
                + " enum E { NOT = 0; null = 1; in_ = 2; }");
    assertMeans(type, "\"AND\" = 1", equal(field("AND"), 1), "\"AND\" = 1");
    assertMeans(type, "in in (1)", in(field("in"), 1), "in in (1)");
    assertMeans(
        type,
        "in = 1 in = 2",
        and(equal(field("in"), 1), equal(field("in"), 2)),
        "in = 1 AND in = 2");
    assertMeans(type, "\"OR\".AND = 1", equal(nest("OR", field("AND")), 1), "\"OR\".AND = 1");
    assertMeans(
        type, "not in (\"NOT\", \"null\")", in(field("not"), 0, 1), "not in (\"NOT\", \"null\")");
    assertMeans(type, "in < @\"AND\"", less(field("in"), field("AND")), "in < @\"AND\"");
  }

  @Test
  void keyFunctionsAreCalled() {
    KeyExpression longs = cardinality(field("longs", FanType.CONCATENATE));
    assertMeans("cardinality( longs )>2", greater(longs, 2), "cardinality(longs) > 2");
    KeyExpression branches = cardinality(nest("leaf", field("marks", FanType.CONCATENATE)));
    assertCanonical("NOT cardinality(leaf.marks) in (1, 2)", not(in(branches, 1, 2)));
    assertCanonical("cardinality(longs) < @int32_value", less(longs, INT));
    assertCanonical("add(int32_value, -1) = $x", equal(add(INT, -1), parameter("x")));
    KeyExpression collated = collate(TEXT, Locale.GERMAN, CollationStrength.PRIMARY);
    assertCanonical(
        "collate(string_value, \"de\", 0) < \"AP8=\"", less(collated, new byte[] {0, (byte) 0xff}));
    assertCanonical(
        "collate(string_value, \"de\", 0) != @collate(maybe_string, \"de\", 0)",
        notEqual(
            collated, collate(field("maybe_string"), Locale.GERMAN, CollationStrength.PRIMARY)));
  }

  private static KeyExpression add(KeyExpression column, long more) {
    return function("add", column, literal(more));
  }

  @Test
  void whatTheLanguageCannotExpressIsNamed() {
    assertUnwritable("rule", equal(field("int32_value", NullRule.DEFAULT_VALUE), 1));
    assertUnwritable("concatenated", notNull(field("longs", FanType.CONCATENATE)));
    assertUnwritable("missing function", equal(function("missing", INT), 1));
    assertUnwritable("order", equal(ordered(KeyOrder.DESCENDING_NULLS_LAST, INT), 1));
    assertUnwritable("function of a function", equal(function("bit_not", add(INT, 1)), 1));
    assertUnwritable("rank of a column that is called", less(rank(created()), 1));
    assertUnwritable("rank of a missing field", less(rank(field("missing")), 1));
    assertUnwritable("number for a version", equal(version(), 1));
    assertUnwritable(
        "version of an element",
        anyOf(nest("leaf", field("marks", FanType.FAN_OUT)), greater(version(), VERSION)));
    assertUnwritable("other type", equal(TEXT, 5));
    assertUnwritable("integer for a double", equal(field("double_value"), 5));
    assertUnwritable("no such field", equal(field("missing"), 5));
    assertUnwritable("inside a scalar", equal(nest("int32_value", field("x")), 5));
    assertUnwritable("parameter's name", equal(INT, parameter("a b")));
    assertUnwritable(
        "prefix in a column",
        compare(TEXT, QueryPredicate.Operator.STARTS_WITH, field("maybe_string")));
    assertUnwritable("null element", isNull(STRINGS));
    assertUnwritable("entries of a map", notNull(nest("counts", FanType.FAN_OUT, literal(true))));
    assertUnwritable("message", notNull(nest("leaf", literal(true))));
    assertUnwritable("too long", equal(TEXT, "x".repeat(FilterText.LENGTH_MAX)));
  }

  private static void assertUnwritable(String why, QueryPredicate part) {
    QueryPredicate whole = and(equal(INT, 1), not(part));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> FilterText.print(whole, Rich.getDescriptor()),
                why)
            .getMessage();
    String shown = part.toString().substring(0, Math.min(200, part.toString().length()));
    assertTrue(String.valueOf(message).startsWith(shown), why + ": " + message);
    assertTrue(String.valueOf(message).contains(" cannot be written as a filter of Rich"), message);
  }

  @Test
  void aConditionThatIsTooLongIsNotPrinted() {
    Object[] many = IntStream.range(0, 999).mapToObj(i -> "longer text " + i).toArray();
    QueryPredicate in = in(TEXT, many);
    QueryPredicate part = in(TEXT, List.of(many).subList(0, 500).toArray());
    for (QueryPredicate each : List.of(in, and(part, part))) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> FilterText.print(each, Rich.getDescriptor()))
              .getMessage();
      assertTrue(
          String.valueOf(message).contains("the limit is " + FilterText.LENGTH_MAX), message);
    }
  }
}
