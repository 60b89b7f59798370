package dev.tenure.record.metadata;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class RecordMetaDataTest {

  private static RecordMetaData.Builder note() {
    return RecordMetaData.builder()
        .recordType(Note.getDescriptor(), type -> type.primaryKey(field("id")));
  }

  @Test
  void keysAreTheSmallestFreeOnesUnlessGiven() {
    RecordMetaData metaData =
        note()
            .recordType(HotItem.getDescriptor(), type -> type.primaryKey(field("id")).typeKey(1))
            .index("Note", Index.value("a", field("title")))
            .index("Note", Index.value("b", field("title")).subspaceKey(1))
            .index("HotItem", Index.value("c", field("type")))
            .build();

    assertEquals(2, metaData.recordType("Note").typeKey());
    assertEquals(1, metaData.recordType("HotItem").typeKey());
    assertEquals(2, metaData.index("a").subspaceKey());
    assertEquals(1, metaData.index("b").subspaceKey());
    assertEquals(3, metaData.index("c").subspaceKey());
    assertEquals(List.of("a", "b"), metaData.indexesOf("Note").stream().map(Index::name).toList());
  }

  @Test
  void partAddsItsTypesAndIndexes() {
    MetaDataPart part =
        builder ->
            builder
                .recordType(HotItem.getDescriptor(), type -> type.primaryKey(field("id")))
                .index("HotItem", Index.value("by-type", field("type")));

    RecordMetaData metaData = note().include(part).build();

    assertEquals("by-type", metaData.index("by-type").name());
    assertEquals(
        List.of("Note", "HotItem"), metaData.recordTypes().stream().map(RecordType::name).toList());
  }

  @Test
  void wrongColumnsAreRefusedNamingOwnerAndPath() {
    assertRefused(
        "primary key of record type Note: Note.nr does not exist",
        () ->
            RecordMetaData.builder()
                .recordType(Note.getDescriptor(), type -> type.primaryKey(field("nr")))
                .build());
    assertRefused(
        "index by-tag of record type Note: Note.tag is repeated",
        () -> note().index("Note", Index.value("by-tag", field("tag"))).build());
    assertRefused(
        "index x of record type Note: Note.body2 does not exist",
        () ->
            note()
                .index("Note", Index.value("x", field("title")).covering(field("body2")))
                .build());
  }

  @Test
  void primaryKeyMustBeOneTuple() {
    assertRefused(
        "primary key of Note fans out",
        () ->
            RecordMetaData.builder()
                .recordType(
                    Note.getDescriptor(),
                    type -> type.primaryKey(concat(field("id"), field("tag", FanType.FAN_OUT)))));
    assertRefused(
        "record type Note has no primary key",
        () -> RecordMetaData.builder().recordType(Note.getDescriptor(), type -> {}).build());
    assertRefused(
        "covering columns of index x fan out",
        () -> Index.value("x", field("id")).covering(field("tag", FanType.FAN_OUT)));
  }

  @Test
  void namesAndKeysAreGivenOnce() {
    assertRefused("record type Note is added twice", () -> note().include(p -> addNote(p)));
    assertRefused(
        "index a is added twice",
        () ->
            note()
                .index("Note", Index.value("a", field("id")))
                .index("Note", Index.value("a", field("title"))));
    assertRefused(
        "index key 4 is given to a and to b",
        () ->
            note()
                .index("Note", Index.value("a", field("id")).subspaceKey(4))
                .index("Note", Index.value("b", field("title")).subspaceKey(4))
                .build());
    assertRefused(
        "index a is of the unknown record type Letter",
        () -> note().index("Letter", Index.value("a", field("id"))).build());
  }

  private static void addNote(RecordMetaData.Builder builder) {
    builder.recordType(Note.getDescriptor(), type -> type.primaryKey(field("id")));
  }

  @Test
  void unknownNamesAreRefusedWithTheKnownOnes() {
    RecordMetaData metaData = note().build();

    assertRefused(
        "no record type Letter, the metadata has [Note]", () -> metaData.recordType("Letter"));
    assertRefused("no index x, the metadata has []", () -> metaData.index("x"));
  }

  @Test
  void recordSizeIsBoundedByTheLayout() {
    assertRefused(
        "recordBytesMax of Note is 100001, the limit of SINGLE_KEY is 100000",
        () ->
            RecordMetaData.builder()
                .recordType(
                    Note.getDescriptor(),
                    type ->
                        type.primaryKey(field("id"))
                            .layout(RecordLayout.SINGLE_KEY)
                            .recordBytesMax(100_001))
                .build());
    assertEquals(9_900_000, note().build().recordType("Note").recordBytesMax());
  }

  @Test
  void optionsThatTheIndexTypeDoesNotKnowAreRefused() {
    assertRefused(
        "index n of type count has the option unique, the type has [clear-when-zero]",
        () -> note().index("Note", Index.count("n", field("id")).unique()).build());
    assertRefused(
        "index n of type value has the option clear-when-zero, the type has [unique]",
        () -> note().index("Note", Index.value("n", field("id")).clearWhenZero()).build());
    assertRefused(
        "index n of type value has the option unique = yes, expected true or false",
        () -> note().index("Note", Index.value("n", field("id")).option("unique", "yes")).build());
    assertRefused(
        "index n of type count has covering columns",
        () -> note().index("Note", Index.count("n", field("id")).covering(field("id"))).build());
  }

  private static void assertRefused(String expected, Executable building) {
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, building);
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith(expected), message);
  }
}
