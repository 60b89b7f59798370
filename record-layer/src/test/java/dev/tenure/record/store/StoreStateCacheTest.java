package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.MemoryMeters;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.test.Note;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a process remembers of stores between transactions, and when it asks again. */
final class StoreStateCacheTest {
  private static final BuildLimits ALL = new BuildLimits(1_000, 1_000_000);

  private final Stores stores = new Stores();
  private final MemoryMeters meters = new MemoryMeters();
  private final RecordDatabase here = stores.test.builder().meters(meters).build();
  private final RecordDatabase there = stores.test.builder().build();
  private final StoreOptions options =
      stores.options(Stores.notes(1).index("Note", Index.value("titles", field("title"))).build());

  @BeforeEach
  void create() {
    stores.open(options);
  }

  @AfterEach
  void close() {
    stores.close();
  }

  private static void does(
      RecordDatabase database, StoreOptions options, BiConsumer<RecordContext, RecordStore> work) {
    try (RecordContext context = database.openContext()) {
      work.accept(context, context.join(RecordStore.open(context, options)));
      context.join(context.commit());
    }
  }

  /** How many range reads opening the store costs in a transaction of its own. */
  private long readsToOpen(RecordDatabase database) {
    long before = meters.count(RecordCounter.RANGE_READS);
    does(database, options, (context, store) -> {});
    return meters.count(RecordCounter.RANGE_READS) - before;
  }

  private int userVersion(RecordDatabase database) {
    try (RecordContext context = database.openContext()) {
      return context.join(RecordStore.open(context, options)).header().userVersion();
    }
  }

  @Test
  void secondOpenReadsOnlyTheMetaDataVersion() {
    assertEquals(1, readsToOpen(here));
    long single = meters.count(RecordCounter.READS);
    assertEquals(0, readsToOpen(here));
    assertTrue(meters.count(RecordCounter.READS) - single <= 1);
    assertEquals(0, readsToOpen(here));
  }

  @Test
  void recordsSavedAndDeletedVoidNothing() {
    readsToOpen(here);
    does(
        there,
        options,
        (context, store) -> {
          context.join(store.save(Stores.note(1, "t")));
          store.deleteWhere("Note", new Tuple());
          store.deleteAll();
        });

    assertEquals(0, readsToOpen(here));
  }

  @Test
  void creatingAStoreVoidsNothing() {
    readsToOpen(here);
    does(
        there,
        StoreOptions.of(stores.at("new"), options.metaData()),
        (context, store) -> {
          store.setUserVersion(4);
          store.setUserField("f", ByteString.copyFromUtf8("v"));
          context.join(store.rebuildIndex("titles", ALL));
        });

    assertEquals(0, readsToOpen(here));
  }

  @Test
  void absenceIsNotRemembered() {
    StoreOptions later = StoreOptions.of(stores.at("later"), options.metaData());
    Stores.refused(
        Code.STORE_ABSENT, () -> does(here, later.withMode(OpenMode.OPEN), (context, store) -> {}));
    does(there, later.withMode(OpenMode.CREATE), (context, store) -> {});

    does(here, later.withMode(OpenMode.OPEN), (context, store) -> {});
  }

  @Test
  void everyChangeOfTheHeaderOrAnIndexStateIsSeen() {
    List<Consumer<RecordStore>> changes =
        List.of(
            store -> store.setUserVersion(3),
            store -> store.setIncarnation(2),
            store -> store.lock(StoreLock.Kind.WRITES, "w"),
            RecordStore::unlock,
            store -> store.setUserField("f", ByteString.copyFromUtf8("v")),
            store -> store.clearUserField("f"),
            store -> Stores.join(store, store.rebuildIndex("titles", new BuildLimits(0, 0))),
            store -> Stores.join(store, store.rebuildIndex("titles", ALL)));
    does(there, options, (context, store) -> context.join(store.save(Stores.note(1, "t"))));
    for (Consumer<RecordStore> change : changes) {
      for (RecordDatabase by : List.of(here, there)) {
        readsToOpen(here);
        stores.test.clock.advance(Duration.ofSeconds(1));
        does(by, options, (context, store) -> change.accept(store));
        StoreHeader expected;
        IndexState state;
        try (RecordContext context = uncached().openContext()) {
          RecordStore store = context.join(RecordStore.open(context, options));
          expected = store.header();
          state = store.indexState("titles");
        }
        does(
            here,
            options,
            (context, store) -> {
              assertEquals(expected, store.header());
              assertEquals(state, store.indexState("titles"));
            });
        assertEquals(0, readsToOpen(here));
      }
    }
  }

  private RecordDatabase uncached() {
    return stores.test.builder().storeStatesMax(0).build();
  }

  @Test
  void clearedStoreIsAbsentForEverybody() {
    for (RecordDatabase by : List.of(here, there)) {
      does(here, options, (context, store) -> {});
      does(by, options, (context, store) -> RecordStore.clear(context, options.subspace()));
      for (RecordDatabase database : List.of(here, there)) {
        Stores.refused(
            Code.STORE_ABSENT,
            () -> does(database, options.withMode(OpenMode.OPEN), (context, store) -> {}));
      }
    }
  }

  @Test
  void storeClearedAndMadeAgainInOneTransactionIsTheNewOne() {
    does(here, options, (context, store) -> store.setUserVersion(9));
    readsToOpen(here);
    try (RecordContext context = there.openContext()) {
      RecordStore.clear(context, options.subspace());
      RecordStore store =
          context.join(RecordStore.open(context, options.withMode(OpenMode.CREATE)));
      store.setUserField("f", ByteString.copyFromUtf8("v"));
      context.join(context.commit());
    }

    assertEquals(0, userVersion(here));
  }

  @Test
  void clearedStoreThatIsStillHeldIsRefused() {
    try (RecordContext context = here.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      context.join(store.save(Stores.note(1, "t")));
      RecordStore.clear(context, options.subspace());
      assertThrows(
          IllegalStateException.class, () -> context.join(store.save(Stores.note(2, "t"))));
      context.join(context.commit());
    }
    assertEquals(List.of(), stores.rows(options.subspace()));
  }

  @Test
  void transactionOnRememberedStateConflictsWithAChangeOfIt() {
    readsToOpen(here);
    try (RecordContext context = here.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      context.join(store.save(Stores.note(1, "t")));
      does(there, options, (other, same) -> same.lock(StoreLock.Kind.WRITES, "moving"));
      Stores.refused(Code.COMMIT_CONFLICT, () -> context.join(context.commit()));
    }
    try (RecordContext context = here.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      Stores.refused(Code.STORE_LOCKED, () -> context.join(store.save(Stores.note(1, "t"))));
    }
  }

  @Test
  void changeThatIsNotCommittedIsForgotten() {
    readsToOpen(here);
    try (RecordContext context = here.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      store.setUserVersion(8);
      assertEquals(8, store.header().userVersion());
      assertEquals(8, context.join(RecordStore.open(context, options)).header().userVersion());
    }

    assertEquals(0, userVersion(here));
    assertEquals(0, readsToOpen(here));
  }

  @Test
  void oldReadVersionSeesTheStateOfItsTime() {
    long old;
    try (RecordContext context = here.openContext()) {
      old = context.join(context.readVersion());
    }
    does(there, options, (context, store) -> store.setUserVersion(8));
    assertEquals(8, userVersion(here));
    ContextOptions atOld = ContextOptions.defaults().withReadVersion(old);
    for (int i = 0; i < 2; i++) {
      try (RecordContext context = here.openContext(atOld)) {
        assertEquals(0, context.join(RecordStore.open(context, options)).header().userVersion());
      }
      assertEquals(8, userVersion(here));
    }
  }

  @Test
  void oldReadVersionDoesNotSeeAStoreMadeSince() {
    StoreOptions later = StoreOptions.of(stores.at("later"), options.metaData());
    long old;
    try (RecordContext context = here.openContext()) {
      old = context.join(context.readVersion());
    }
    does(here, later, (context, store) -> {});
    does(here, later, (context, store) -> {});
    try (RecordContext context = here.openContext(ContextOptions.defaults().withReadVersion(old))) {
      Stores.refused(
          Code.STORE_ABSENT,
          () -> context.join(RecordStore.open(context, later.withMode(OpenMode.OPEN))));
    }
  }

  @Test
  void lockAgainstAllHoldsForRememberedStoresToo() {
    readsToOpen(here);
    does(there, options, (context, store) -> store.lock(StoreLock.Kind.ALL, "moving"));
    for (int i = 0; i < 2; i++) {
      Stores.refused(Code.STORE_LOCKED, () -> does(here, options, (context, store) -> {}));
      does(here, options.withLockOverride("moving"), (context, store) -> {});
    }
  }

  @Test
  void nothingIsRememberedWithoutRoom() {
    RecordDatabase none = stores.test.builder().meters(meters).storeStatesMax(0).build();

    assertEquals(List.of(1L, 1L), Stream.of(none, none).map(this::readsToOpen).toList());
  }

  @Test
  void rangeClearedAroundAnOpenStoreTakesTheStoreAlong() {
    does(here, options, (context, store) -> context.join(store.save(Stores.note(1, "t"))));
    try (RecordContext context = here.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, options));
      context.join(store.save(Stores.note(2, "t")));
      context.clear(new StoreKeys(options.subspace()).everything());
      context.expireStoreStates();
      Stores.refused(
          Code.STORE_ABSENT,
          () -> context.join(RecordStore.open(context, options.withMode(OpenMode.OPEN))));
      context.join(context.commit());
    }

    assertEquals(List.of(), stores.rows(options.subspace()));
  }

  @Test
  void pendingCountsAndVersionsGoWithARangeThatIsCleared() {
    StoreOptions counted =
        StoreOptions.of(
            stores.at("counted"),
            RecordMetaData.builder()
                .recordType(
                    Note.getDefaultInstance(), type -> type.primaryKey(field("id")).versioned())
                .index("Note", Index.count("count", field("title")))
                .build());
    try (RecordContext context = here.openContext()) {
      RecordStore store = context.join(RecordStore.open(context, counted));
      context.join(store.save(Stores.note(1, "t")));
      context.clear(new StoreKeys(counted.subspace()).everything());
      context.expireStoreStates();
      context.join(context.commit());
    }
    assertEquals(List.of(), stores.rows(counted.subspace()));
  }

  @Test
  void manyStoresAreOpenedWithoutAnyReadOfTheirs() {
    CompletableFuture<?> done = CompletableFuture.completedFuture(null);
    for (int round = 0; round < 2; round++) {
      long before = meters.count(RecordCounter.RANGE_READS);
      for (int i = 0; i < 500; i++) {
        StoreOptions one = StoreOptions.of(stores.at("many", i), options.metaData());
        if (round == 0) {
          stores.open(one);
        }
        done = done.thenCompose(nothing -> here.run(context -> RecordStore.open(context, one)));
      }
      here.join(done);
      long reads = meters.count(RecordCounter.RANGE_READS) - before;
      assertEquals(round == 0 ? 500 : 0, reads);
    }
  }
}
