package dev.tenure.record.index.text;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.nest;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.MissingRecord;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Place;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept of texts as their records change. */
final class TextIndexTest {
  private static final Index TAGS =
      Index.of("by-tag", TextIndexType.NAME, field("tag", FanType.FAN_OUT));
  private static final Index OF_AUTHOR =
      Index.of(
          "of-author", TextIndexType.NAME, grouping(concat(field("author"), field("title")), 1));
  private static final Index CITIES =
      Index.of("by-city", TextIndexType.NAME, nest("place", field("city")));

  private final Texts texts = new Texts(Texts.of(Texts.titles(), TAGS, OF_AUTHOR, CITIES));

  @AfterEach
  void close() {
    texts.close();
  }

  @Test
  void tokensAreKeptWithTheirPositions() {
    texts.save(7, "the whale, the sea");
    assertEquals(List.of("[sea] 7 [3]", "[the] 7 [0, 2]", "[whale] 7 [1]"), texts.entries());
  }

  @Test
  void updateLeavesTheTokensOfTheNewText() {
    texts.save(1, "the white whale");
    texts.save(1, "a white ship");
    assertEquals(List.of("[a] 1 [0]", "[ship] 1 [2]", "[white] 1 [1]"), texts.entries());
    texts.save(1, "");
    assertEquals(List.of(), texts.entries());
  }

  @Test
  void updateThatChangesNoTokenWritesNothingToTheIndex() {
    texts.save(1, "White Whale");
    try (RecordContext context = texts.database.openContext()) {
      RecordStore store = context.join(texts.open(context));
      Texts.save(store, Texts.note(1, "white, whale!"));
      assertFalse(context.hasWritten(store.index(Texts.INDEX).keys().structureRange(new Tuple())));
      Texts.save(store, Texts.note(1, "white whales"));
      assertTrue(context.hasWritten(store.index(Texts.INDEX).keys().structureRange(new Tuple())));
    }
  }

  @Test
  void deletedRecordIsNotFound() {
    texts.saveTitles("one whale", "two whales", "three whales");
    assertTrue(texts.delete(1));
    assertFalse(texts.delete(9));
    assertEquals(List.of(2L), texts.find(TextQuery.token("whales")));
    assertTrue(texts.delete(0) && texts.delete(2));
    assertEquals(List.of(), texts.entries());
  }

  @Test
  void textThatIsNotSetHasNoEntries() {
    texts.does(store -> Texts.save(store, Note.newBuilder().setId(1).build()));
    assertEquals(List.of(), texts.entries());
    texts.does(store -> assertEquals(List.of(), Texts.entries(store, "by-city")));
    texts.does(
        store ->
            Texts.save(
                store,
                Note.newBuilder()
                    .setId(1)
                    .setPlace(Place.newBuilder().setCity("Nantucket"))
                    .build()));
    texts.does(
        store -> assertEquals(List.of("[nantucket] 1 [0]"), Texts.entries(store, "by-city")));
  }

  @Test
  void severalTextsOfARecordAreApart() {
    texts.does(
        store ->
            Texts.save(
                store, Note.newBuilder().setId(1).addTag("white whale").addTag("sea").build()));
    texts.does(
        store -> {
          assertEquals(
              List.of("[sea] 1 [101]", "[whale] 1 [1]", "[white] 1 [0]"),
              Texts.entries(store, "by-tag"));
          assertEquals(List.of(1L), find(store, "by-tag", TextQuery.all("sea white")));
          assertEquals(List.of(), find(store, "by-tag", TextQuery.phrase("whale sea")));
          assertEquals(List.of(), find(store, "by-tag", TextQuery.near("whale sea", 99)));
        });
  }

  private static List<Long> find(RecordStore store, String index, TextQuery query) {
    return Texts.find(store, index, Texts.NO_GROUP, query);
  }

  @Test
  void groupsAreSearchedApart() {
    texts.does(
        store -> {
          Texts.save(store, Texts.note(1, "whale").toBuilder().setAuthor("ann").build());
          Texts.save(store, Texts.note(2, "whale").toBuilder().setAuthor("bob").build());
          Texts.save(store, Texts.note(3, "whale"));
        });
    texts.does(
        store -> {
          TextQuery whale = TextQuery.token("whale");
          assertEquals(List.of(1L), Texts.find(store, "of-author", Tuple.from("ann"), whale));
          assertEquals(
              List.of(3L), Texts.find(store, "of-author", Tuple.from((Object) null), whale));
          assertEquals(List.of(), Texts.find(store, "of-author", Tuple.from("an"), whale));
          IllegalArgumentException refused =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> Texts.find(store, "of-author", Texts.NO_GROUP, whale));
          assertTrue(
              String.valueOf(refused.getMessage()).contains("expected 1 columns"),
              refused.getMessage());
        });
  }

  /** Once the saves have read: the engine in memory answers at once, a cluster does not. */
  @Tag("punctual") // the updates must have begun
  @Test
  void queryComesBehindTheIndexUpdatesThatHaveBegun() {
    texts.does(
        store -> {
          List<CompletableFuture<?>> saves = new ArrayList<>();
          for (int id = 0; id < 50; id++) {
            saves.add(store.save(Texts.note(id, "whale number " + id % 7)));
          }
          assertEquals(50, find(store, Texts.INDEX, TextQuery.token("whale")).size());
          assertEquals(
              List.of(3L, 10L),
              find(store, Texts.INDEX, TextQuery.phrase("number 3")).subList(0, 2));
          saves.forEach(save -> store.context().join(save));
        });
    assertEquals(50, texts.find(TextQuery.all("number whale")).size());
    assertEquals(List.of(), texts.problems());
  }

  @Test
  void savesAtOnceOfOneRecordLeaveTheLastText() {
    texts.does(
        store -> {
          List<CompletableFuture<?>> saves = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            saves.add(store.save(Texts.note(1, "text " + "x".repeat(1 + i % 5))));
          }
          saves.forEach(save -> store.context().join(save));
        });
    assertEquals(List.of("[text] 1 [0]", "[xxxxx] 1 [1]"), texts.entries());
  }

  @Test
  void indexBuiltOfRecordsIsTheOneKeptWithThem() {
    texts.saveTitles("a whale", "the white whale", "whales, whales");
    List<String> kept = texts.entries();
    IndexState built =
        texts.in(
            store -> store.context().join(store.rebuildIndex(Texts.INDEX, BuildLimits.defaults())));
    assertEquals(IndexState.READABLE, built);
    assertEquals(kept, texts.entries());
  }

  @Test
  void deleteAllLeavesNothing() {
    texts.saveTitles("a whale", "the white whale");
    texts.does(RecordStore::deleteAll);
    assertEquals(List.of(), texts.entries());
  }

  @Test
  void recordsAreLoadedInTheOrderOfTheirKeys() {
    texts.saveTitles("whale b", "ship", "whale a");
    texts.does(
        store ->
            assertEquals(
                List.of("whale b", "whale a"),
                store
                    .context()
                    .join(
                        store
                            .scanRecords(
                                Texts.INDEX,
                                TextScan.of(TextQuery.prefix("wh")),
                                Continuation.START,
                                ScanOptions.defaults(),
                                MissingRecord.FAIL)
                            .asList())
                    .stream()
                    .map(stored -> ((Note) stored.message()).getTitle())
                    .toList()));
  }

  @Test
  void keyThatIsTooLongIsRefusedBeforeAnythingIsWritten() {
    texts.does(
        store -> {
          Note note = Texts.note(1, "whale").toBuilder().setAuthor("a".repeat(9_990)).build();
          RecordLayerException refused =
              assertThrows(RecordLayerException.class, () -> Texts.save(store, note));
          assertEquals(RecordLayerException.Code.KEY_TOO_LARGE, refused.code());
        });
    assertEquals(List.of(), texts.entries());
    assertEquals(List.of(), texts.find(TextQuery.token("whale")));
  }

  @Test
  void groupIsClearedWithARangeOfItsRecords() {
    Index words =
        Index.of("words", TextIndexType.NAME, grouping(concat(field("zone"), field("type")), 1));
    RecordMetaData items =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                HotItem.getDefaultInstance(),
                type -> type.primaryKey(concat(field("zone"), field("id"))).typeKey(2))
            .index("HotItem", words)
            .build();
    texts.metaData = items;
    texts.does(
        store -> {
          for (int i = 0; i < 60; i++) {
            HotItem item =
                HotItem.newBuilder()
                    .setZone("z" + i % 2)
                    .setId("i" + i)
                    .setType("mail " + i % 3)
                    .build();
            store.context().join(store.save(item));
          }
        });
    texts.does(
        store -> {
          CompletableFuture<?> late =
              store.save(HotItem.newBuilder().setZone("z0").setId("late").setType("late").build());
          store.deleteWhere("HotItem", Tuple.from("z0"));
          store.context().join(late);
        });
    texts.does(
        store -> {
          assertEquals(30, Texts.entries(store, "words").size() / 2);
          assertEquals(
              30,
              store
                  .context()
                  .join(
                      store
                          .scanIndex(
                              "words",
                              new TextScan(Tuple.from("z1"), TextQuery.token("mail")),
                              Continuation.START,
                              ScanOptions.defaults())
                          .asList())
                  .stream()
                  .filter(entry -> entry.primaryKey().getString(0).equals("z1"))
                  .count());
          // The save may have met its old record only behind the clear: then it stays, whole.
          boolean saved =
              store
                  .context()
                  .join(store.exists("HotItem", Tuple.from("z0", "late"), Isolation.SERIALIZABLE));
          assertEquals(
              saved ? 1 : 0,
              store
                  .context()
                  .join(
                      store
                          .scanIndex(
                              "words",
                              TupleRange.prefix(Tuple.from("z0")),
                              Continuation.START,
                              ScanOptions.defaults())
                          .count()));
        });
  }
}
