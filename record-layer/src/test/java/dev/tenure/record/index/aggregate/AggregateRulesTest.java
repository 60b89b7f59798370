package dev.tenure.record.index.aggregate;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.IndexChange;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.IndexType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.IndexTypes;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Numbers;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Definitions that are refused, naming what is wrong. */
final class AggregateRulesTest {
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");

  private static void assertRefused(Index index, String... words) {
    assertRefused(List.of("Subject"), index, words);
  }

  private static void assertRefused(List<String> types, Index index, String... words) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> bind(types, index)).getMessage();
    for (String word : words) {
      assertTrue(String.valueOf(message).contains(word), message);
    }
    assertTrue(String.valueOf(message).contains(index.name()), message);
  }

  private static BoundMetaData bind(List<String> types, Index index) {
    return RecordMetaData.builder()
        .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")).versioned())
        .recordType(Rival.getDefaultInstance(), type -> type.primaryKey(field("id")))
        .recordType(Numbers.getDefaultInstance(), type -> type.primaryKey(field("id")))
        .index(types, index)
        .build()
        .bound();
  }

  @Test
  void everyTypeIsRegisteredOnce() {
    Set<String> names = new TreeSet<>();
    for (IndexType type : AggregateIndexTypes.all()) {
      assertTrue(names.add(type.name()), type.name());
      assertEquals(type, IndexTypes.builtIn().require(type.name()));
    }
    assertEquals(12, names.size());
  }

  @Test
  void rootsOfAnotherShapeAreRefused() {
    for (IndexType type : AggregateIndexTypes.all()) {
      String name = type.name();
      boolean counts = name.equals(Index.COUNT) || name.equals(Index.COUNT_UPDATES);
      if (counts) {
        assertRefused(Index.aggregate("i", name, TEAM, SCORE), name, Index.COUNT_NOT_NULL);
        bind(List.of("Subject"), Index.of("i", name, grouping(TEAM, 0)));
      } else {
        assertRefused(Index.of("i", name, SCORE), name, "grouping");
        assertRefused(Index.of("i", name, grouping(SCORE, 0)), name, "grouping");
      }
      assertRefused(Index.of("i", name, SCORE).covering(field("slot")), name, "covering");
      assertRefused(Index.of("i", name, SCORE).option("fast", "true"), name, "fast");
    }
    for (String one : List.of(Index.SUM, Index.MIN_EVER_LONG, Index.BITMAP_VALUE)) {
      assertRefused(Index.aggregate("i", one, empty(), concat(SCORE, SCORE)), "2 grouped");
    }
  }

  @Test
  void columnsThatHoldNoWholeNumbersAreNamed() {
    for (String type :
        List.of(Index.SUM, Index.MIN_EVER_LONG, Index.MAX_EVER_LONG, Index.BITMAP_VALUE)) {
      assertRefused(Index.aggregate("i", type, empty(), TEAM), "team", "STRING");
      for (String column : List.of("flag", "small_fraction", "fraction")) {
        assertRefused(
            List.of("Numbers"), Index.aggregate("i", type, empty(), field(column)), column);
      }
      for (String column : List.of("unsigned_int", "unsigned_long", "signed_long")) {
        bind(List.of("Numbers"), Index.aggregate("i", type, empty(), field(column)));
      }
    }
  }

  @Test
  void versionsAreRefusedWhereTheyAreNotKept() {
    for (IndexType type : AggregateIndexTypes.all()) {
      if (!type.name().equals(Index.MAX_EVER_VERSION)) {
        Index index = Index.of("i", type.name(), grouping(concat(TEAM, version()), 1));
        assertThrows(IllegalArgumentException.class, () -> bind(List.of("Subject"), index));
      }
    }
    String type = Index.MAX_EVER_VERSION;
    assertRefused(Index.aggregate("i", type, TEAM, SCORE), "version()");
    assertRefused(Index.aggregate("i", type, version(), version()), "group");
    assertRefused(
        List.of("Subject", "Rival"), Index.aggregate("i", type, TEAM, version()), "Rival");
  }

  @Test
  void optionsBeyondTheirLimitsAreRefused() {
    Index permuted = Index.aggregate("i", Index.PERMUTED_MAX, concat(TEAM, field("slot")), SCORE);
    for (String size : List.of("3", "-1", "x", "", "01", "99999999999")) {
      assertRefused(permuted.option(Index.PERMUTED_SIZE, size), Index.PERMUTED_SIZE, "0 to 2");
    }
    bind(List.of("Subject"), permuted.option(Index.PERMUTED_SIZE, "2"));
    Index bitmap = Index.aggregate("i", Index.BITMAP_VALUE, TEAM, SCORE);
    for (String size : List.of("0", "7", "12", "800008", "many")) {
      assertRefused(bitmap.option(Index.BITMAP_ENTRY_SIZE, size), Index.BITMAP_ENTRY_SIZE);
    }
    bind(List.of("Subject"), bitmap.option(Index.BITMAP_ENTRY_SIZE, "800000"));
    assertRefused(bitmap.option(Index.UNIQUE, "yes"), Index.UNIQUE);
    assertRefused(permuted.unique(), Index.UNIQUE);
    assertRefused(Index.of("i", Index.COUNT_UPDATES, TEAM).clearWhenZero(), "clear-when-zero");
    assertRefused(
        Index.aggregate("i", Index.MIN_EVER_LONG, TEAM, SCORE).clearWhenZero(), "clear-when-zero");
  }

  @Test
  void onlyOptionsThatChangeNoRowMayChange() {
    Index sum = Index.aggregate("i", Index.SUM, TEAM, SCORE);
    assertEquals(IndexChange.IN_PLACE, change(sum, sum.clearWhenZero()));
    Index bitmap = Index.aggregate("i", Index.BITMAP_VALUE, TEAM, SCORE);
    assertEquals(IndexChange.IN_PLACE, change(bitmap.unique(), bitmap));
    assertEquals(IndexChange.REBUILD, change(bitmap, bitmap.unique()));
    assertEquals(IndexChange.REBUILD, change(bitmap, bitmap.option(Index.BITMAP_ENTRY_SIZE, "16")));
    Index permuted = Index.aggregate("i", Index.PERMUTED_MAX, TEAM, SCORE);
    assertEquals(IndexChange.REBUILD, change(permuted, permuted.option(Index.PERMUTED_SIZE, "1")));
  }

  private static IndexChange change(Index before, Index after) {
    return IndexChange.between(before, after, IndexTypes.builtIn()::mayChange);
  }

  @Test
  void typesSayWhetherTheyMayMeetARecordTwice() {
    for (IndexType type : AggregateIndexTypes.all()) {
      boolean counts = type instanceof CounterIndexType || type instanceof PermutedIndexType;
      KeyExpression grouped = type.name().equals(Index.MAX_EVER_VERSION) ? version() : SCORE;
      boolean alone = type.name().equals(Index.COUNT) || type.name().equals(Index.COUNT_UPDATES);
      Index index =
          alone
              ? Index.of("i", type.name(), TEAM)
              : Index.aggregate("i", type.name(), TEAM, grouped);
      assertEquals(
          !counts,
          bind(List.of("Subject"), index).index("i").maintainer().isIdempotent(),
          type.name());
    }
    Index unique = Index.aggregate("i", Index.BITMAP_VALUE, TEAM, SCORE).unique();
    assertTrue(bind(List.of("Subject"), unique).index("i").maintainer().isIdempotent());
  }

  @Test
  void numberBeyondSixtyThreeBitsIsRefusedWithItsColumn() {
    for (String type : List.of(Index.SUM, Index.MAX_EVER_LONG, Index.BITMAP_VALUE)) {
      RecordMetaData metaData =
          RecordMetaData.builder()
              .recordType(Numbers.getDefaultInstance(), each -> each.primaryKey(field("id")))
              .index("Numbers", Index.aggregate("i", type, empty(), field("unsigned_long")))
              .build();
      try (TestDatabase test = new TestDatabase()) {
        RecordLayerException refused =
            assertThrows(
                RecordLayerException.class,
                () ->
                    test.run(
                        context ->
                            RecordStore.open(
                                    context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN)
                                .thenCompose(
                                    store ->
                                        store.save(
                                            Numbers.newBuilder().setUnsignedLong(-1).build()))));
        assertEquals(Code.KEY_NOT_COMPUTABLE, refused.code());
        assertTrue(refused.toString().contains("unsigned_long"), refused::toString);
        assertTrue(refused.toString().contains("18446744073709551615"), refused::toString);
      }
    }
  }

  @Test
  void readersOfOtherTypesAreRefused() {
    Index value = Index.value("values", TEAM);
    Index bitmap = Index.aggregate("bits", Index.BITMAP_VALUE, TEAM, field("slot"));
    Index tags = Index.count("tags", field("tag", FanType.FAN_OUT));
    try (SubjectStore store = new SubjectStore(value, bitmap, tags)) {
      store.in(
          open -> {
            for (String name : List.of("values", "bits")) {
              assertThrows(IllegalArgumentException.class, () -> Aggregates.of(open.index(name)));
            }
            for (String name : List.of("values", "tags")) {
              assertThrows(
                  IllegalArgumentException.class,
                  () -> BitmapQuery.of(open.index(name), new Tuple()));
            }
          });
    }
  }
}
