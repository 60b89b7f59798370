package dev.tenure.record.metadata;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.notNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class EvolvedMetaDataTest {
  private static final Descriptor M = Protos.message("message M { int64 id = 1; string a = 2; }");
  private static final Descriptor N = Protos.message("message N { int64 id = 1; string a = 2; }");

  private static final RecordMetaData FIRST =
      RecordMetaData.builder()
          .version(5)
          .recordType(M, type -> type.primaryKey(field("id")).typeKey(3).versioned())
          .index("M", Index.value("i", field("a")).subspaceKey(7).unique())
          .index("M", Index.count("n", field("a")).addedVersion(2))
          .formerIndex(new FormerIndex("old", 1, 1, 4))
          .build();

  @Test
  void nothingButTheVersionChangesByItself() {
    RecordMetaData next = FIRST.toBuilder().build();

    assertEquals(6, next.version());
    assertEquals(FIRST.indexes(), next.indexes());
    assertEquals(FIRST.formerIndexes(), next.formerIndexes());
    assertEquals(3, next.recordType("M").typeKey());
    assertEquals(1, next.recordType("M").sinceVersion());
    assertTrue(next.recordType("M").isVersioned());
  }

  @Test
  void whatIsAddedWasAddedInTheNewVersionUnlessItSaysOtherwise() {
    RecordMetaData next =
        FIRST.toBuilder()
            .recordType(N, type -> type.primaryKey(field("id")))
            .index("N", Index.value("of-n", field("a")))
            .index("N", Index.value("since-2", field("id")).addedVersion(2))
            .version(9)
            .build();

    assertEquals(9, next.recordType("N").sinceVersion());
    assertEquals(1, next.recordType("N").typeKey());
    assertEquals(9, next.index("of-n").addedVersion());
    assertEquals(9, next.index("of-n").lastModifiedVersion());
    assertEquals(9, next.index("of-n").adjustedVersion());
    assertEquals(2, next.index("since-2").addedVersion());
    assertEquals(2, FIRST.index("n").lastModifiedVersion());
  }

  @Test
  void removedIndexLeavesAFormerOneWhoseKeyIsNotGivenAgain() {
    RecordMetaData next =
        FIRST.toBuilder()
            .removeIndex("n")
            .index("M", Index.value("n", field("id")))
            .removeIndex("i")
            .build();

    assertEquals(
        List.of(
            new FormerIndex("old", 1, 1, 4),
            new FormerIndex("n", 2, 2, 6),
            new FormerIndex("i", 7, 1, 6)),
        next.formerIndexes());
    assertEquals(3, next.index("n").subspaceKey());
    assertEquals(6, next.index("n").addedVersion());
    assertEquals(
        List.of(new FormerIndex("old", 1, 1, 4)),
        FIRST.toBuilder()
            .index("M", Index.value("x", field("a")))
            .removeIndex("x")
            .build()
            .formerIndexes());
  }

  @Test
  void changedIndexIsBuiltAnewOnlyWhenItsEntriesChange() {
    RecordMetaData next =
        FIRST.toBuilder()
            .changeIndex(Index.value("i", field("a")))
            .changeIndex(Index.count("n", field("a")).where(notNull(field("a"))))
            .build();

    assertEquals(7, next.index("i").subspaceKey());
    assertEquals(List.of("M"), next.index("i").recordTypes());
    assertEquals(1, next.index("i").lastModifiedVersion());
    assertEquals(6, next.index("i").adjustedVersion());
    assertEquals(2, next.index("n").addedVersion());
    assertEquals(6, next.index("n").lastModifiedVersion());
    assertEquals(6, next.index("n").adjustedVersion());
    assertEquals(
        6,
        FIRST.toBuilder()
            .changeToUniversalIndex(Index.value("i", field("a")).unique())
            .build()
            .index("i")
            .lastModifiedVersion());
    assertEquals(
        FIRST.indexes(),
        FIRST.toBuilder().changeIndex(Index.value("i", field("a")).unique()).build().indexes());
  }

  @Test
  void messagesAreReplacedByTheirFullNames() {
    Descriptor newer = Protos.message("message M { int64 id = 1; string a = 2; string b = 3; }");

    RecordMetaData next =
        FIRST.toBuilder()
            .messages(newer)
            .changeRecordType("M", type -> type.recordBytesMax(1_000))
            .index("M", Index.value("by-b", field("b")))
            .build();

    assertEquals(newer, next.recordType("M").descriptor());
    assertEquals(3, next.recordType("M").typeKey());
    assertEquals(1_000, next.recordType("M").recordBytesMax());
    assertRefused(
        "record type M is of messages t.M, got another version of u.M",
        () -> FIRST.toBuilder().messages(Protos.inPackage("u", "message M { int64 id = 1; }")));
    assertRefused("no record type N, the metadata has [M]", () -> FIRST.toBuilder().messages(N));
  }

  @Test
  void unknownNamesAreRefused() {
    assertRefused("no index x", () -> FIRST.toBuilder().removeIndex("x"));
    assertRefused("no index x", () -> FIRST.toBuilder().changeIndex(Index.value("x", field("a"))));
    assertRefused("no record type x", () -> FIRST.toBuilder().changeRecordType("x", type -> {}));
  }

  @Test
  void conditionIsPartOfTheDefinition() {
    Index sparse = Index.value("i", field("a")).where(equal(field("id"), 1));

    assertEquals("* value field(a) where (field(id) = literal(1))", sparse.toString());
    assertEquals(sparse, Index.value("i", field("a")).where(equal(field("id"), 1)));
    assertRefused(
        "index i of record type M, its condition: M.x does not exist",
        () ->
            RecordMetaData.builder()
                .recordType(M, type -> type.primaryKey(field("id")))
                .index("M", Index.value("i", field("a")).where(equal(field("x"), 1)))
                .build());
  }

  private static void assertRefused(String expected, Executable building) {
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, building);
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith(expected), message);
  }
}
