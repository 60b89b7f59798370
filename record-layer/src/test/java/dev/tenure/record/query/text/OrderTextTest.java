package dev.tenure.record.query.text;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.collation.CollationStrength;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.NullRule;
import dev.tenure.record.metadata.Protos;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.Rich;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class OrderTextTest {
  private static final Locale SWEDISH = Locale.forLanguageTag("sv");

  private static void assertMeans(String text, String canonical, OrderColumn... columns) {
    assertMeans(Rich.getDescriptor(), text, canonical, columns);
  }

  private static void assertMeans(
      Descriptor type, String text, String canonical, OrderColumn... columns) {
    List<OrderColumn> order = List.of(columns);
    assertEquals(order, OrderText.parse(text, type), text);
    assertEquals(canonical, OrderText.print(order));
    assertEquals(order, OrderText.parse(canonical, type), canonical);
  }

  private static void assertRefused(String text, int column, String problem) {
    QueryTextException refused =
        assertThrows(
            QueryTextException.class, () -> OrderText.parse(text, Rich.getDescriptor()), text);
    assertEquals("order by, column " + column + ": " + problem, refused.getMessage());
    assertEquals(column, refused.column());
  }

  @Test
  void columnsHaveDirectionsAndPlacesForNulls() {
    assertMeans("", "");
    assertMeans("  ", "");
    assertMeans(
        " int32_value   desc,string_value ",
        "int32_value desc, string_value",
        descending(field("int32_value")),
        ascending(field("string_value")));
    assertMeans("shade asc", "shade", ascending(field("shade")));
    assertMeans("leaf.amount", "leaf.amount", ascending(nest("leaf", field("amount"))));
    for (KeyOrder order : KeyOrder.values()) {
      OrderColumn column = new OrderColumn(field("maybe_long"), order);
      assertEquals(
          List.of(column), OrderText.parse(OrderText.print(List.of(column)), Rich.getDescriptor()));
    }
    assertMeans(
        "maybe_long asc nulls first, maybe_string desc  nulls last",
        "maybe_long, maybe_string desc",
        ascending(field("maybe_long")),
        descending(field("maybe_string")));
  }

  @Test
  void fieldsMayHaveTheNamesOfDirections() {
    Descriptor type =
        Protos.message("message M { int32 desc = 1; int32 nulls = 2; int32 OR = 3; .M NOT = 4; }");
    assertMeans(
        type,
        "desc desc, nulls nulls last, \"OR\", \"NOT\".OR",
        "desc desc, nulls nulls last, \"OR\", \"NOT\".OR",
        descending(field("desc")),
        new OrderColumn(field("nulls"), KeyOrder.ASCENDING_NULLS_LAST),
        ascending(field("OR")),
        ascending(nest("NOT", field("OR"))));
  }

  @Test
  void timesAreTwoColumns() {
    Descriptor type = TimeTextTest.TYPE;
    assertMeans(
        type,
        "due desc",
        "due.seconds desc, due.nanos desc",
        descending(nest("due", field("seconds"))),
        descending(nest("due", field("nanos"))));
  }

  @Test
  void columnsMayBeCalled() {
    assertMeans(
        "rank( shade,leaf.amount ) desc, incarnation(), version() desc, created() nulls last",
        "rank(shade, leaf.amount) desc, incarnation(), version() desc, created() nulls last",
        descending(Keys.rank(field("shade"), nest("leaf", field("amount")))),
        ascending(Keys.incarnation()),
        descending(Keys.version()),
        new OrderColumn(Keys.created(), KeyOrder.ASCENDING_NULLS_LAST));
    assertMeans(
        "collate(string_value, \"sv\", 2) desc, cardinality(longs), multiply(shade, int32_value)",
        "collate(string_value, \"sv\", 2) desc, cardinality(longs), multiply(shade, int32_value)",
        descending(Keys.collate(field("string_value"), SWEDISH, CollationStrength.TERTIARY)),
        ascending(Keys.cardinality(field("longs", FanType.CONCATENATE))),
        ascending(Keys.function("multiply", field("shade"), field("int32_value"))));
    assertRefused("version(shade)", 1, "version(…) is of 1 fields, expected none");
    assertRefused(
        "rank(leaf)",
        6,
        "leaf is message RichLeaf; accepted in a rank: fields that are not repeated");
  }

  @Test
  void errorsHaveTheirColumns() {
    assertRefused(",", 1, "found \",\", expected the name of a field");
    assertRefused("shade,", 7, "found the end, expected the name of a field");
    assertRefused(
        "shade DESC",
        7,
        "found \"DESC\", expected asc, desc, nulls first, nulls last, a comma or the end");
    assertRefused("shade nulls", 12, "found the end, expected first or last behind nulls");
    assertRefused(
        "shade, leaf.amuont",
        13,
        "RichLeaf has no field \"amuont\", the nearest is amount; accepted: name, amount, ratio,"
            + " marks");
    assertRefused("longs", 1, "longs is repeated int64, so that a row would have several places");
    assertRefused(
        "counts", 1, "counts is repeated string, so that a row would have several places");
    assertRefused("leaf", 1, "leaf is message RichLeaf, expected a field inside: leaf.FIELD");
    assertRefused("shade,".repeat(16) + "shade", 97, "17 columns, the limit is 16");
    assertRefused(
        " ".repeat(FilterText.LENGTH_MAX + 1),
        10_001,
        "text of 10001 characters, the limit is 10000: give long lists as a parameter");
    assertRefused(
        "self.".repeat(32) + "shade", 1, "key expression nest(self) is 33 deep, the limit is 32");
  }

  @Test
  void columnsThatAreNoPathAreNamed() {
    for (OrderColumn column :
        List.of(
            ascending(Keys.cardinality(Keys.created())),
            ascending(Keys.rank(Keys.created())),
            ascending(field("shade", NullRule.DEFAULT_VALUE)),
            ascending(nest("leaf", Keys.literal(1))))) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> OrderText.print(List.of(ascending(field("shade")), column)))
              .getMessage();
      assertTrue(String.valueOf(message).contains(column.toString()), message);
    }
    List<OrderColumn> many =
        Collections.nCopies(RecordQuery.ORDER_COLUMNS_MAX + 1, ascending(field("shade")));
    assertThrows(IllegalArgumentException.class, () -> OrderText.print(many));
  }
}
