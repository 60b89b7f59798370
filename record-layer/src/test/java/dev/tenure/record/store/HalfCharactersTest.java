package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.Keys;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.test.Rich;
import dev.tenure.record.test.RichLeaf;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Half characters cannot be stored: a record is refused that would be read back otherwise. */
final class HalfCharactersTest {
  private static final String HALF = "caf\uD83D? yes";

  private final Stores stores = new Stores();
  private final StoreOptions options = stores.options(metaData("string_value"));

  @AfterEach
  void close() {
    stores.close();
  }

  private static RecordMetaData metaData(String primaryKey) {
    return RecordMetaData.builder()
        .recordType(Rich.getDefaultInstance(), type -> type.primaryKey(field(primaryKey)))
        .index("Rich", Index.of("words", TextIndexType.NAME, field("strings", FanType.FAN_OUT)))
        .index("Rich", Index.value("by-maybe", field("maybe_string")))
        .index("Rich", Index.value("by-key", Keys.nest("counts", FanType.FAN_OUT, field("key"))))
        .build();
  }

  private void assertRefused(Message message, String path) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> stores.in(options, store -> store.save(message)));
    assertTrue(refused.toString().contains(path), refused.getMessage());
    assertTrue(refused.toString().contains("an unpaired surrogate at 3"), refused.getMessage());
  }

  private static Rich.Builder rich() {
    return Rich.newBuilder().setStringValue("id");
  }

  @Test
  void aStringIsRefusedNamingItsField() {
    assertRefused(Rich.newBuilder().setStringValue(HALF).build(), "string_value");
    assertRefused(rich().setMaybeString(HALF).build(), "Rich.maybe_string");
    assertRefused(rich().addStrings("good").addStrings(HALF).build(), "Rich.strings");
    assertRefused(rich().putCounts(HALF, 1).build(), "Rich.counts.key");
    assertRefused(
        rich().putPlaces(1, RichLeaf.newBuilder().addMarks(HALF).build()).build(),
        "Rich.places.value.marks");
    assertRefused(rich().setSelf(rich().setChosenText(HALF)).build(), "Rich.self.chosen_text");
  }

  @Test
  void aMessageOfAnotherKindIsRefusedToo() {
    FieldDescriptor key = Rich.getDescriptor().findFieldByName("string_value");
    FieldDescriptor maybe = Rich.getDescriptor().findFieldByName("maybe_string");

    assertRefused(
        DynamicMessage.newBuilder(Rich.getDescriptor())
            .setField(key, "id")
            .setField(maybe, HALF)
            .build(),
        "Rich.maybe_string");
  }

  @Test
  void wholeCharactersAndQuestionMarksAreSaved() {
    Rich good = rich().setMaybeString("caf\uD83D\uDE00? yes").addStrings("?").build();
    stores.in(options, store -> store.save(good));

    assertEquals(
        good,
        stores.in(options, store -> store.load("Rich", Tuple.from("id"))).orElseThrow().message());
  }

  @Test
  void aKeyIsRefusedNamingItsColumn() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> stores.in(options, store -> store.load("Rich", Tuple.from(HALF))));
    assertTrue(refused.toString().contains("string_value"), refused.getMessage());
  }

  @Test
  void oneKeyTwiceInADynamicMapIsIndexedAsItIsReadBack() {
    FieldDescriptor counts = Rich.getDescriptor().findFieldByName("counts");
    DynamicMessage.Builder dynamic =
        DynamicMessage.newBuilder(Rich.getDescriptor())
            .setField(Rich.getDescriptor().findFieldByName("string_value"), "id");
    for (long value : List.of(1L, 2L)) {
      dynamic.addRepeatedField(
          counts,
          DynamicMessage.newBuilder(counts.getMessageType())
              .setField(counts.getMessageType().findFieldByName("key"), "a")
              .setField(counts.getMessageType().findFieldByName("value"), value)
              .build());
    }
    RecordMetaData metaData =
        RecordMetaData.builder()
            .recordType(Rich.getDefaultInstance(), type -> type.primaryKey(field("string_value")))
            .index(
                "Rich", Index.value("values", Keys.nest("counts", FanType.FAN_OUT, field("value"))))
            .build();
    StoreOptions mapped = stores.options(metaData);
    stores.in(mapped, store -> store.save(dynamic.build()));

    assertEquals(
        List.of(Tuple.from(2)),
        stores
            .in(
                mapped,
                store ->
                    store
                        .scanIndex(
                            "values", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                        .asList())
            .stream()
            .map(entry -> entry.key())
            .toList());
  }

  @Test
  void namesAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Index.value(HALF, field("a")));
    assertThrows(
        IllegalArgumentException.class, () -> Index.value("a", field("a")).option("x", HALF));
    assertThrows(IllegalArgumentException.class, () -> new FormerIndex(HALF, 1, 1, 2));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            stores.does(
                options, store -> store.setUserField(HALF, com.google.protobuf.ByteString.EMPTY)));
    assertThrows(
        IllegalArgumentException.class,
        () -> stores.does(options, store -> store.lock(StoreLock.Kind.WRITES, HALF)));
  }
}
