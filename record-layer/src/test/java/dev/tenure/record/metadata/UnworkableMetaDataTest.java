package dev.tenure.record.metadata;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.keyWithValue;
import static dev.tenure.record.key.Keys.list;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.test.Rich;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Metadata with which no record could be saved, or nothing found, is refused when it is built. */
final class UnworkableMetaDataTest {

  /** An index that cannot work, and words of its refusal. */
  private record Case(Index index, List<String> words) {
    Case(Index index, String... words) {
      this(index, List.of(words));
    }
  }

  private static Index text(KeyExpression columns) {
    return Index.of("i", TextIndexType.NAME, columns);
  }

  static List<Case> indexes() {
    KeyExpression group = field("string_value");
    KeyExpression number = field("int64_value");
    KeyExpression nothing = literal(null);
    return List.of(
        new Case(text(field("int32_value")), "int32_value", "INTEGER", "STRING"),
        new Case(text(field("bytes_value")), "bytes_value", "BYTES"),
        new Case(text(field("shade")), "shade", "INTEGER"),
        new Case(text(field("bool_value")), "bool_value", "BOOLEAN"),
        new Case(text(field("strings", FanType.CONCATENATE)), "strings", "LIST"),
        new Case(text(grouping(concat(group, field("int32_value")), 1)), "int32_value", "INTEGER"),
        new Case(text(nothing), "null in every record"),
        new Case(text(version()), "version"),
        new Case(Index.value("i", version()), "version"),
        new Case(Index.value("i", incarnation()), "incarnation", "no versions"),
        new Case(Index.version("i", version()), "keep no versions"),
        new Case(Index.version("i", number), "version()"),
        new Case(Index.rank("i", grouping(concat(group, version()), 1)), "version"),
        new Case(Index.of("i", Index.SUM, grouping(concat(number, group), 1)), "STRING", "INTEGER"),
        new Case(Index.of("i", Index.SUM, grouping(field("double_value"), 1)), "DOUBLE"),
        new Case(Index.of("i", Index.SUM, grouping(nothing, 1)), "null in every record"),
        new Case(Index.of("i", Index.COUNT_NOT_NULL, grouping(nothing, 1)), "null in every"),
        new Case(Index.of("i", Index.MIN_EVER_LONG, grouping(group, 1)), "STRING"),
        new Case(Index.of("i", Index.MAX_EVER_LONG, grouping(group, 1)), "STRING"),
        new Case(Index.of("i", Index.MIN_EVER_TUPLE, grouping(nothing, 1)), "null in every"),
        new Case(Index.of("i", Index.MAX_EVER_TUPLE, grouping(version(), 1)), "version"),
        new Case(Index.of("i", Index.MAX_EVER_VERSION, grouping(number, 1)), "version()"),
        new Case(Index.of("i", Index.PERMUTED_MIN, grouping(nothing, 1)), "null in every"),
        new Case(Index.of("i", Index.PERMUTED_MAX, number), "grouped"),
        new Case(Index.of("i", Index.BITMAP_VALUE, grouping(group, 1)), "STRING", "INTEGER"),
        new Case(Index.of("i", Index.BITMAP_VALUE, grouping(nothing, 1)), "null in every"));
  }

  private static RecordMetaData.Builder rich(KeyExpression primaryKey) {
    return RecordMetaData.builder()
        .recordType(Rich.getDefaultInstance(), type -> type.primaryKey(primaryKey));
  }

  private static void assertRefused(RecordMetaData.Builder builder, String... words) {
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, builder::build);
    for (String word : words) {
      assertTrue(refused.toString().contains(word), refused.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void anIndexThatCannotWorkIsRefused(Case wrong) {
    assertRefused(
        rich(field("int64_value")).index("Rich", wrong.index()),
        wrong.words().toArray(new String[0]));
  }

  @Test
  void aTextOfAnyStringIsAccepted() {
    RecordMetaData.Builder builder = rich(field("int64_value"));
    builder
        .index("Rich", Index.of("a", TextIndexType.NAME, field("string_value")))
        .index("Rich", Index.of("b", TextIndexType.NAME, field("strings", FanType.FAN_OUT)))
        .index("Rich", Index.of("c", TextIndexType.NAME, field("maybe_string")));

    assertEquals(3, builder.build().indexes().size());
  }

  @Test
  void metaDataWithoutTypesIsRefused() {
    assertRefused(RecordMetaData.builder(), "0 record types");
  }

  @Test
  void aPrimaryKeyThatNoRecordHasWhenItIsSavedIsRefused() {
    for (KeyExpression key :
        List.of(
            version(),
            concat(field("int64_value"), version()),
            list(field("int64_value"), version()),
            incarnation(),
            literal(null),
            concat(field("int64_value"), literal(null)),
            field("longs", FanType.FAN_OUT),
            grouping(field("int64_value"), 1),
            keyWithValue(concat(field("int64_value"), field("bool_value")), 1))) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> rich(key), key.toString());
      assertTrue(refused.toString().contains("primary key of Rich"), refused.getMessage());
    }
  }
}
