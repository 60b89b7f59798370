package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.serialize.DeepMessages;
import dev.tenure.record.serialize.MessageNesting;
import dev.tenure.record.serialize.RecordSerializer;
import dev.tenure.record.serialize.SerializerOptions;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Rich;
import dev.tenure.record.test.RichLeaf;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records whose messages are nested as deep as can be read, and deeper. */
final class DeepRecordsTest {
  private final Stores stores = new Stores();

  @AfterEach
  void close() {
    stores.close();
  }

  private static RecordMetaData.Builder metaData(int version) {
    return RecordMetaData.builder()
        .version(version)
        .recordType(
            Rich.getDefaultInstance(),
            type ->
                type.primaryKey(field("int64_value"))
                    .layout(RecordLayout.SINGLE_KEY)
                    .recordBytesMax(100_000))
        .index("Rich", Index.value("by-text", field("string_value")));
  }

  private StoreOptions options() {
    return stores.options(metaData(1).build());
  }

  private StoredRecord save(Message message) {
    return stores.in(options(), store -> store.save(message));
  }

  private RecordLayerException refused(Message message) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, () -> save(message));
    assertEquals(Code.RECORD_TOO_DEEP, refused.code());
    assertTrue(refused.toString().contains("limit is 100"), refused.getMessage());
    return refused;
  }

  /** Stores a record as an earlier version of this library did. */
  private void storeDeep(long id, int levels) {
    Rich root = Rich.newBuilder().setInt64Value(id).setStringValue("deep").build();
    save(root);
    stores.does(
        options(),
        store ->
            store
                .context()
                .set(
                    store.recordKey("Rich", Tuple.from(id)),
                    DeepMessages.stored(DeepMessages.bytes(root, levels), 1)));
  }

  @Test
  void aHundredLevelsAreSavedAndReadBack() {
    Rich deep = DeepMessages.of(1, 100);
    save(deep);

    assertEquals(
        deep,
        stores.in(options(), store -> store.load("Rich", Tuple.from(1))).orElseThrow().message());
  }

  @Test
  void oneLevelMoreIsRefusedNamingThePath() {
    RecordLayerException refused = refused(DeepMessages.of(1, 101));

    assertTrue(refused.toString().contains("Rich.self.self."), refused.getMessage());
    assertTrue(refused.toString().contains("is 101 messages deep"), refused.getMessage());
  }

  @Test
  void fiveThousandLevelsAreRefusedWithoutAnOverflow() {
    refused(DeepMessages.of(1, 5_000));
  }

  @Test
  void replaceRefusesToo() {
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () ->
                stores.in(
                    options(),
                    store ->
                        store
                            .save(DeepMessages.of(1, 0))
                            .thenApply(old -> store.replace(old, DeepMessages.of(1, 5_000)))));

    assertEquals(Code.RECORD_TOO_DEEP, refused.code());
  }

  @Test
  void entriesOfMapsAreLevels() {
    Rich leaf = Rich.newBuilder().putPlaces(1, RichLeaf.getDefaultInstance()).build();
    Rich count = Rich.newBuilder().putCounts("a", 1).build();
    save(DeepMessages.of(1, 98, leaf));
    save(DeepMessages.of(1, 99, count));

    assertTrue(refused(DeepMessages.of(1, 99, leaf)).toString().contains("places.value"));
    assertTrue(refused(DeepMessages.of(1, 100, count)).toString().contains("counts"));
  }

  @Test
  void unknownGroupsAreLevels() throws InvalidProtocolBufferException {
    save(withGroups(100));

    assertTrue(refused(withGroups(101)).toString().contains("Rich.#900.#900"));
  }

  private static Rich withGroups(int levels) {
    UnknownFieldSet inside = UnknownFieldSet.getDefaultInstance();
    for (int i = 0; i < levels; i++) {
      inside =
          UnknownFieldSet.newBuilder()
              .addField(900, UnknownFieldSet.Field.newBuilder().addGroup(inside).build())
              .build();
    }
    return Rich.newBuilder().setInt64Value(1).setUnknownFields(inside).build();
  }

  @Test
  void aKnownFieldAmongTheUnknownOnesIsRefused() {
    UnknownFieldSet.Field deep =
        UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(DeepMessages.bytes(Rich.getDefaultInstance(), 200))
            .build();
    Rich message =
        Rich.newBuilder()
            .setInt64Value(1)
            .setUnknownFields(
                UnknownFieldSet.newBuilder().addField(Rich.SELF_FIELD_NUMBER, deep).build())
            .build();

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> save(message));
    assertTrue(refused.toString().contains("self"), refused.getMessage());
  }

  @Test
  void messagesOfAnotherDescriptorAreRefusedBeforeTheyAreCopied() {
    Rich deep = DeepMessages.of(1, 5_000);
    DynamicMessage.Builder dynamic = DynamicMessage.newBuilder(Rich.getDescriptor());
    deep.getAllFields().forEach(dynamic::setField);

    refused(dynamic.build());
  }

  @Test
  void aTypeWithoutMessagesCostsOneLook() {
    Note note = Note.newBuilder().setId(1).addTag("a").addTag("b").build();

    assertEquals(1, MessageNesting.require(note));
    assertEquals(4, MessageNesting.require(DeepMessages.of(1, 3)));
  }

  @Test
  void aStoredRecordThatIsTooDeepSaysSo() {
    storeDeep(1, 140);

    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> stores.in(options(), store -> store.load("Rich", Tuple.from(1))));
    assertEquals(Code.RECORD_TOO_DEEP, refused.code());
    assertTrue(refused.toString().contains("nestingReadMax"), refused.getMessage());
  }

  @Test
  void aStoredRecordThatIsTooDeepIsDeletedWithItsEntries() {
    storeDeep(1, 20_000);

    assertEquals(true, stores.in(options(), store -> store.delete("Rich", Tuple.from(1))));
    assertEquals(List.of(), entries());
  }

  @Test
  void aStoredRecordThatIsTooDeepIsOverwritten() {
    storeDeep(1, 140);
    save(Rich.newBuilder().setInt64Value(1).setStringValue("flat").build());

    assertEquals(List.of(Tuple.from("flat", 1)), entries());
  }

  @Test
  void aRaisedLimitReadsIt() {
    storeDeep(1, 140);
    storeDeep(2, 20_000);
    StoreOptions raised =
        options()
            .withSerializer(
                RecordSerializer.of(
                    SerializerOptions.builder().nestingReadMax(500).build(),
                    () -> {
                      throw new IllegalStateException("nothing is encrypted");
                    }));

    Rich found =
        stores
            .in(raised, store -> store.load("Rich", Tuple.from(1)))
            .orElseThrow()
            .message(Rich.class);
    assertEquals(
        DeepMessages.bytes(Rich.newBuilder().setInt64Value(1).setStringValue("deep").build(), 140),
        found.toByteString());
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () ->
                stores.in(
                    raised,
                    store ->
                        store
                            .scan(
                                "Rich",
                                TupleRange.all(),
                                Continuation.START,
                                ScanOptions.defaults())
                            .asList()));
    assertEquals(Code.RECORD_TOO_DEEP, refused.code());
  }

  @Test
  void aNewIndexIsBuiltOverIt() {
    storeDeep(1, 140);
    StoreOptions next =
        stores.options(
            metaData(2).index("Rich", Index.value("by-flag", field("bool_value"))).build());

    assertEquals(
        1,
        stores
            .in(
                next,
                store ->
                    store
                        .scanIndex(
                            "by-flag", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                        .asList())
            .size());
    assertEquals(
        IndexState.READABLE,
        stores.in(next, store -> store.rebuildIndex("by-text", BuildLimits.defaults())));
  }

  private List<Tuple> entries() {
    return stores
        .in(
            options(),
            store ->
                store
                    .scanIndex(
                        "by-text", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                    .asList())
        .stream()
        .map(entry -> entry.key().addAll(entry.primaryKey()))
        .toList();
  }
}
