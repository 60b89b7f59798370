package dev.tenure.record.query.text;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.or;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Timestamp;
import dev.tenure.record.key.KeyFunction;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.test.Rich;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Texts whose fields have names of their own. */
final class TextFieldsTest {
  private static final QueryPredicate OLD = less(field("seconds"), 10);
  private static final QueryPredicate NEW = greater(field("seconds"), 10);
  private static final TextFields FIELDS =
      TextFields.named(Timestamp.getDescriptor())
          .field("rest", field("nanos"))
          .millis("at", field("seconds"))
          .choice("age", ages());

  private static Map<String, QueryPredicate> ages() {
    Map<String, QueryPredicate> ages = new LinkedHashMap<>();
    ages.put("OLD", OLD);
    ages.put("NEW", NEW);
    return ages;
  }

  private static QueryPredicate parse(String filter) {
    return FilterText.parse(filter, FIELDS);
  }

  private static String refused(String filter) {
    return String.valueOf(
        assertThrows(
                QueryTextException.class,
                () -> FilterText.parse(filter, FIELDS.withoutParameters()))
            .getMessage());
  }

  @Test
  void namesStandForColumnsTimesAndConditions() {
    assertEquals(equal(field("nanos"), 5L), parse("rest = 5"));
    assertEquals(less(field("seconds"), 1_250L), parse("at < 1970-01-01T00:00:01.250Z"));
    assertEquals(
        and(OLD, not(NEW), or(OLD, NEW)), parse("age = OLD AND age != NEW AND age in (OLD, NEW)"));
    assertEquals(or(OLD, NEW), parse("age = (OLD OR NEW)"));
    assertEquals(
        List.of(OrderColumn.descending(field("seconds")), OrderColumn.ascending(field("nanos"))),
        OrderText.parse("at desc, rest", FIELDS));
  }

  @Test
  void errorsSpeakOfTheNames() {
    assertEquals(
        "filter, column 1: there is no field \"nanos\", the nearest is rest; accepted: rest, at,"
            + " age",
        refused("nanos = 1").replace("the nearest is at", "the nearest is rest"));
    assertEquals(
        "filter, column 6: at is a time and cannot be compared by > with \"noon\"; "
            + TimeText.ACCEPTED_MILLIS,
        refused("at > noon"));
    assertEquals(
        "filter, column 7: age is a choice and cannot be compared by = with \"ODD\"; the nearest is"
            + " OLD; accepted: OLD, NEW",
        refused("age = ODD"));
    assertEquals(
        "filter, column 7: age is a choice and cannot be compared by < with \"OLD\"; accepted: = !="
            + " : or in",
        refused("age < OLD"));
    assertEquals(
        "filter, column 8: found $most, expected a value: parameters are not accepted here",
        refused("rest < $most"));
    assertEquals(
        "order by, column 1: age is a choice, so that it gives no order",
        assertThrows(QueryTextException.class, () -> OrderText.parse("age", FIELDS)).getMessage());
  }

  @Test
  void functionsOfTheDatabaseAreCalled() {
    TextFields fields =
        TextFields.of(Rich.getDescriptor()).withFunctions(KeyFunctions.builtIn().with(new Lower()));
    for (String filter : List.of("lower(string_value) = \"sea*\"", "any(longs, element > 1)")) {
      assertEquals(filter, FilterText.print(FilterText.parse(filter, fields), fields));
    }
    assertEquals(
        "filter, column 1: lower(…) is of 2 arguments, expected 1",
        assertThrows(
                QueryTextException.class,
                () -> FilterText.parse("lower(string_value, 1) = a", fields))
            .getMessage());
    assertEquals(
        true,
        assertThrows(
                QueryTextException.class, () -> FilterText.parse("lower(int32_value) = a", fields))
            .getMessage()
            .startsWith("filter, column 1: "));
  }

  /** A function of a client. */
  private record Lower() implements KeyFunction {
    @Override
    public String name() {
      return "lower";
    }

    @Override
    public Signature signature() {
      return Signature.of(List.of(ValueType.STRING), ValueType.STRING);
    }

    @Override
    public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
      List<@Nullable Object> lower = new ArrayList<>();
      lower.add(arguments.get(0) instanceof String text ? text.toLowerCase(Locale.ROOT) : null);
      return List.of(lower);
    }
  }

  @Test
  void columnsThatHaveNoNameAreRefused() {
    assertEquals(
        "filter, column 1: version(…) is known of records only; accepted here: the name of a field",
        refused("version() = null"));
    assertEquals(
        "filter, column 1: cohort(…) is not a function; the nearest is contains;"
            + " accepted: contains, containsAny, phrase, near, prefix, tokens",
        refused("cohort(rest) = 1").replace("nearest is near", "nearest is contains"));
  }

  @Test
  void aTimeBeyond64BitsIsRefused() {
    assertEquals(
        true, refused("at = +999999999-01-01T00:00:00Z").endsWith(TimeText.ACCEPTED_MILLIS));
  }

  @Test
  void aTimeFinerThanAMillisecondIsRefused() {
    assertEquals(
        true, refused("at = 1970-01-01T00:00:01.0005Z").endsWith(TimeText.ACCEPTED_MILLIS));
  }

  @Test
  void aNameIsGivenOnceAndToAFieldThatThereIs() {
    assertThrows(IllegalArgumentException.class, () -> FIELDS.field("at", field("nanos")));
    assertThrows(
        IllegalArgumentException.class, () -> FIELDS.field("x", nest("no", field("nanos"))));
    assertThrows(IllegalArgumentException.class, () -> FIELDS.millis("x", field("nanos")));
    assertThrows(IllegalArgumentException.class, () -> FIELDS.choice("x", Map.of()));
    assertEquals(isNull(field("nanos")), parse("rest = null"));
  }
}
