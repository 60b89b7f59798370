package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.recordType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Numbers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stores that are opened with metadata newer than what they were written with. */
final class CatchUpTest {
  private static final Index TITLES = Index.value("titles", field("title")).addedVersion(2);
  private static final BuildLimits ALL = new BuildLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

  private final Stores stores = new Stores();
  private final StoreOptions old = stores.options(Stores.notes(1).build());

  @AfterEach
  void close() {
    stores.close();
  }

  private void saveNotes(int count) {
    stores.save(
        old,
        LongStream.range(0, count).mapToObj(i -> Stores.note(i, "t" + i)).toArray(Note[]::new));
  }

  private StoreOptions with(int version, Index... indexes) {
    RecordMetaData.Builder builder = Stores.notes(version);
    for (Index index : indexes) {
      builder.index("Note", index);
    }
    return stores.options(builder.build());
  }

  private IndexState state(StoreOptions options, String index) {
    return stores.in(options, store -> CompletableFuture.completedFuture(store.indexState(index)));
  }

  private void assertTitles(StoreOptions options, int count) {
    stores.does(
        options,
        store ->
            assertEquals(
                IntStream.range(0, count).mapToObj(i -> Tuple.from("t" + i)).sorted().toList(),
                Stores.keys(store, "titles")));
  }

  @Test
  void newIndexOfASmallStoreIsBuilt() {
    saveNotes(5);

    assertEquals(IndexState.READABLE, state(with(2, TITLES), "titles"));
    assertTitles(with(2, TITLES), 5);
  }

  @Test
  void indexOfExactlyTheLimitIsBuiltAndOfOneMoreDisabled() {
    saveNotes(5);

    assertEquals(
        IndexState.DISABLED,
        state(with(2, TITLES).withBuild(new BuildLimits(4, 100_000)), "titles"));
    Index again = TITLES.lastModifiedVersion(3);
    assertEquals(
        IndexState.READABLE,
        state(with(3, again).withBuild(new BuildLimits(5, 100_000)), "titles"));
    assertTitles(with(3, again), 5);
  }

  @Test
  void indexIsBuiltOfAllRecordsOrDisabledWhateverTheByteLimit() {
    saveNotes(40);
    int version = 2;
    int built = 0;
    for (long bytes = 0; bytes < 2_000; bytes += 37) {
      StoreOptions options =
          with(version, TITLES.lastModifiedVersion(version))
              .withBuild(new BuildLimits(1_000, bytes));
      if (state(options, "titles") == IndexState.READABLE) {
        assertTitles(options, 40);
        built++;
      } else {
        assertEquals(0, built, "disabled with " + bytes + " bytes, but built with fewer");
      }
      version++;
    }
    assertTrue(built > 0, "built with 2,000 bytes");
  }

  @Test
  void limitsMayBeTheLargestNumbers() {
    saveNotes(5);

    assertEquals(IndexState.READABLE, state(with(2, TITLES).withBuild(ALL), "titles"));
    assertTitles(with(2, TITLES), 5);
  }

  @Test
  void disabledIndexRefusesScansLetsSavesGoOnAndIsRebuilt() {
    saveNotes(5);
    StoreOptions options = with(2, TITLES).withBuild(new BuildLimits(0, 0));
    stores.does(
        options,
        store -> {
          Stores.refused(Code.INDEX_NOT_READABLE, () -> Stores.entries(store, "titles"));
          Stores.join(store, store.save(Stores.note(5, "t5")));
        });
    assertEquals(IndexState.DISABLED, state(options, "titles"));
    stores.does(
        options,
        store -> {
          assertEquals(
              IndexState.DISABLED,
              Stores.join(store, store.rebuildIndex("titles", new BuildLimits(5, 100_000))));
          assertEquals(IndexState.READABLE, Stores.join(store, store.rebuildIndex("titles", ALL)));
          Stores.join(store, store.save(Stores.note(6, "t6")));
        });

    assertTitles(options, 7);
  }

  @Test
  void uniqueIndexOverDuplicatesIsDisabledAndRebuiltWhenTheyAreGone() {
    stores.save(old, Stores.note(1, "t0"), Stores.note(2, "t0"));
    StoreOptions options = with(2, TITLES.unique());

    assertEquals(IndexState.DISABLED, state(options, "titles"));
    stores.does(
        options,
        store -> {
          Stores.join(store, store.delete("Note", Tuple.from(2)));
          assertEquals(IndexState.READABLE, Stores.join(store, store.rebuildIndex("titles", ALL)));
        });
    Stores.refused(Code.UNIQUENESS_VIOLATION, () -> stores.save(options, Stores.note(3, "t0")));
  }

  @Test
  void indexWhoseKeysDoNotFitIsDisabledAndTheStoreOpens() {
    stores.save(old, Stores.note(1, "x".repeat(11_000)));

    assertEquals(IndexState.DISABLED, state(with(2, TITLES), "titles"));
    Stores.refused(
        Code.KEY_TOO_LARGE,
        () ->
            stores.save(
                StoreOptions.of(stores.at("new"), with(2, TITLES).metaData()),
                Stores.note(1, "x".repeat(11_000))));
  }

  @Test
  void changedDefinitionIsBuiltAnewWhenItsVersionSaysSo() {
    saveNotes(3);
    stores.open(with(2, TITLES));
    Index byId = Index.value("titles", field("id")).addedVersion(2);

    Stores.refused(Code.METADATA_CHANGED, () -> stores.open(with(3, byId)));
    assertEquals(
        List.of(Tuple.from(0), Tuple.from(1), Tuple.from(2)),
        stores.in(
            with(3, byId.lastModifiedVersion(3)),
            store -> CompletableFuture.completedFuture(Stores.keys(store, "titles"))));
  }

  @Test
  void formerIndexIsClearedAndItsKeyNotGivenToAnother() {
    saveNotes(3);
    StoreOptions before = with(2, TITLES.subspaceKey(4));
    stores.open(before);
    RecordMetaData after =
        Stores.notes(3)
            .formerIndex(new FormerIndex("titles", 4, 2, 3))
            .index("Note", Index.value("other", field("id")).addedVersion(3))
            .build();
    stores.does(
        stores.options(after), store -> assertEquals(3, Stores.entries(store, "other").size()));

    byte[] prefix = new StoreKeys(stores.test.subspace).indexPrefix(4);
    String start = ByteArrayUtil.printable(prefix);
    assertTrue(stores.rows(stores.test.subspace).stream().noneMatch(row -> row.startsWith(start)));
    assertEquals(1, after.index("other").subspaceKey());
  }

  @Test
  void formerIndexThatWasDisabledLeavesNoState() {
    saveNotes(3);
    stores.open(with(2, TITLES).withBuild(new BuildLimits(0, 0)));
    RecordMetaData after = Stores.notes(3).formerIndex(new FormerIndex("titles", 1, 2, 3)).build();
    stores.open(stores.options(after));

    byte[] state = new StoreKeys(stores.test.subspace).indexState(1);
    String start = ByteArrayUtil.printable(state);
    assertTrue(stores.rows(stores.test.subspace).stream().noneMatch(row -> row.startsWith(start)));
  }

  @Test
  void replacedIndexIsDroppedOnceAllItsSuccessorsAreReadable() {
    saveNotes(3);
    stores.open(with(2, TITLES));
    StoreOptions replaced =
        with(
            3,
            TITLES.replacedBy("next", "last"),
            Index.value("next", field("title")).addedVersion(3),
            Index.value("last", field("id")).addedVersion(3));
    stores.open(replaced.withBuild(new BuildLimits(0, 0)));
    assertEquals(IndexState.READABLE, state(replaced, "titles"));
    stores.does(replaced, store -> Stores.join(store, store.rebuildIndex("next", ALL)));
    assertEquals(IndexState.READABLE, state(replaced, "titles"));
    stores.does(replaced, store -> Stores.join(store, store.rebuildIndex("last", ALL)));

    assertEquals(IndexState.DISABLED, state(replaced, "titles"));
    assertEquals(IndexState.READABLE, state(replaced, "next"));
    assertEquals(IndexState.READABLE, state(replaced, "last"));
  }

  @Test
  void replacedIndexOfANewStoreIsNotKept() {
    StoreOptions options =
        with(2, TITLES.replacedBy("next"), Index.value("next", field("title")).addedVersion(2));

    assertEquals(IndexState.DISABLED, state(options, "titles"));
    assertEquals(IndexState.DISABLED, state(options, "titles"));
    assertEquals(IndexState.READABLE, state(options, "next"));
  }

  private static RecordMetaData numbersToo(int version) {
    return Stores.notes(version)
        .recordType(
            Numbers.getDefaultInstance(),
            type -> type.primaryKey(field("id")).typeKey(2).sinceVersion(2))
        .index(
            List.of("Note", "Numbers"),
            Index.value("ids", concat(recordType(), field("id"))).addedVersion(2))
        .universalIndex(Index.count("all", recordType()).addedVersion(2))
        .build();
  }

  @Test
  void indexesOfSeveralAndOfAllTypesAreBuiltOfTheOldRecords() {
    saveNotes(3);
    StoreOptions options = stores.options(numbersToo(2));
    stores.does(
        options,
        store -> {
          assertEquals(3, Stores.join(store, store.count("all", Tuple.from(1))));
          Stores.join(store, store.save(Numbers.newBuilder().setId(9).build()));
          assertEquals(1, Stores.join(store, store.count("all", Tuple.from(2))));
        });
    stores.does(
        options,
        store ->
            assertEquals(
                List.of(Tuple.from(1, 0), Tuple.from(1, 1), Tuple.from(1, 2), Tuple.from(2, 9)),
                Stores.keys(store, "ids")));
  }

  @Test
  void saveDuringTheOpeningTransactionMakesOneOfTheTwoFail() {
    stores.open(old);
    try (RecordContext opening = stores.test.database.openContext()) {
      opening.join(RecordStore.open(opening, with(2, TITLES)));
      stores.save(old, Stores.note(1, "late"));
      Stores.refused(Code.COMMIT_CONFLICT, () -> opening.join(opening.commit()));
    }
    try (RecordContext saving = stores.test.database.openContext()) {
      RecordStore store = saving.join(RecordStore.open(saving, old));
      saving.join(store.save(Stores.note(2, "late")));
      stores.open(with(2, TITLES));
      Stores.refused(Code.COMMIT_CONFLICT, () -> saving.join(saving.commit()));
    }
    stores.does(
        with(2, TITLES),
        store -> assertEquals(List.of(Tuple.from("late")), Stores.keys(store, "titles")));
  }

  @Test
  void catchUpThatIsNotCommittedLeavesNothing() {
    saveNotes(3);
    List<String> before = stores.rows(stores.test.subspace);
    try (RecordContext context = stores.test.database.openContext()) {
      context.join(RecordStore.open(context, with(2, TITLES)));
    }

    assertEquals(before, stores.rows(stores.test.subspace));
    stores.does(old, store -> assertEquals(1, store.header().metaDataVersion()));
    assertTitles(with(2, TITLES), 3);
  }

  @Test
  void twoStoresAreCaughtUpInOneTransaction() {
    RecordMetaData first = Stores.notes(1).build();
    RecordMetaData second =
        Stores.notes(2)
            .index("Note", TITLES)
            .index("Note", Index.count("tags", field("tag", FanType.FAN_OUT)).addedVersion(2))
            .build();
    for (String name : List.of("a", "b")) {
      stores.save(
          StoreOptions.of(stores.at(name), first),
          Stores.note(1, name).toBuilder().addTag(name).build());
    }
    stores.test.run(
        context ->
            RecordStore.open(context, StoreOptions.of(stores.at("a"), second))
                .thenCombine(
                    RecordStore.open(context, StoreOptions.of(stores.at("b"), second)),
                    (a, b) -> true));

    for (String name : List.of("a", "b")) {
      stores.does(
          StoreOptions.of(stores.at(name), second),
          store -> {
            assertEquals(List.of(Tuple.from(name)), Stores.keys(store, "titles"));
            assertEquals(1, Stores.join(store, store.count("tags", Tuple.from(name))));
          });
    }
  }

  @Test
  void headerKeepsWhatNewerMetaDataNoLongerNames() {
    saveNotes(1);
    stores.open(with(2, TITLES));
    stores.open(with(3));

    Stores.refused(
        Code.METADATA_CHANGED,
        () -> stores.open(with(4, Index.value("thief", field("id")).subspaceKey(1))));
  }

  @Test
  void indexThatWasLeftOutForAVersionIsNotTakenForWhatItWas() {
    saveNotes(2);
    stores.open(with(2, TITLES));
    stores.save(with(3), Stores.note(7, "unseen"));

    assertEquals(IndexState.DISABLED, state(with(4, TITLES), "titles"));
    stores.does(
        with(4, TITLES),
        store -> {
          Stores.join(store, store.rebuildIndex("titles", ALL));
          assertEquals(3, Stores.entries(store, "titles").size());
        });
  }

  @Test
  void userVersionCheckThatRefusesLeavesEverythingAsItWas() {
    saveNotes(1);
    List<String> before = stores.rows(stores.test.subspace);
    try (RecordContext context = stores.test.database.openContext()) {
      StoreOptions refusing =
          with(2, TITLES)
              .withUserVersion(
                  (stored, metaData) -> {
                    throw new IllegalStateException("version " + stored + " is not for us");
                  });
      assertThrows(
          IllegalStateException.class, () -> context.join(RecordStore.open(context, refusing)));
      context.join(context.commit());
    }

    assertEquals(before, stores.rows(stores.test.subspace));
  }

  @Test
  void fieldSetWhileAnIndexIsBuiltIsKept() {
    saveNotes(3);
    HeldReads reads = new HeldReads();
    var database = stores.test.builder(reads.around(stores.test.engine)).build();
    try (RecordContext context = database.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, old));
      reads.hold();
      CompletableFuture<RecordStore> opening = RecordStore.open(context, with(2, TITLES));
      store.setUserVersion(5);
      reads.release();
      assertEquals(5, context.join(opening).header().userVersion());
    }
  }
}
