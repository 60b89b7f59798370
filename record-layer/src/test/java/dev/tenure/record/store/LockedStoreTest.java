package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.test.Note;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A locked store is rewritten by nothing: its rows may be on their way to another cluster. */
final class LockedStoreTest {
  private static final BuildLimits ALL = new BuildLimits(1_000, 1_000_000);

  private final Stores stores = new Stores();
  private final StoreOptions first =
      stores
          .options(
              Stores.notes(1)
                  .index(
                      "Note",
                      Index.value("titles", field("title")).subspaceKey(1).replacedBy("ids"))
                  .index("Note", Index.value("ids", field("id")).subspaceKey(2))
                  .build())
          .withLockOverride("moving");
  private final StoreOptions second =
      stores
          .options(
              Stores.notes(2)
                  .index("Note", Index.value("ids", field("id")).subspaceKey(2))
                  .index("Note", Index.value("next", field("title")).subspaceKey(3).addedVersion(2))
                  .formerIndex(new FormerIndex("titles", 1, 1, 2))
                  .build())
          .withLockOverride("moving");

  @BeforeEach
  void create() {
    stores.save(first, Stores.note(1, "a"), Stores.note(2, "b"));
  }

  @AfterEach
  void close() {
    stores.close();
  }

  private void lock(StoreLock.Kind kind) {
    stores.does(first, store -> store.lock(kind, "moving"));
  }

  private List<String> rows() {
    return stores.rows(stores.test.subspace);
  }

  @ParameterizedTest
  @EnumSource
  void openingWithNewerMetadataIsRefused(StoreLock.Kind kind) {
    lock(kind);
    List<String> before = rows();

    RecordLayerException refused = Stores.refused(Code.STORE_LOCKED, () -> stores.open(second));

    assertTrue(
        String.valueOf(refused.getMessage())
            .startsWith("catching up with metadata version 2, from 1, of store"),
        refused.getMessage());
    assertTrue(String.valueOf(refused.getMessage()).endsWith(": moving"), refused.getMessage());
    assertEquals(before, rows());
    stores.does(first, store -> assertEquals(2, Stores.records(store, "Note").size()));
  }

  @Test
  void openingThatWouldWriteAnotherUserVersionIsRefused() {
    lock(StoreLock.Kind.WRITES);
    List<String> before = rows();
    UserVersionCheck raised = (stored, metaData) -> stored + 1;

    Stores.refused(Code.STORE_LOCKED, () -> stores.open(first.withUserVersion(raised)));

    assertEquals(before, rows());
  }

  @ParameterizedTest
  @EnumSource
  void unlockedStoreCatchesUp(StoreLock.Kind kind) {
    lock(kind);

    stores.test.run(context -> RecordStore.unlock(context, second));

    stores.does(
        second,
        store -> {
          assertEquals(List.of(Tuple.from("a"), Tuple.from("b")), Stores.keys(store, "next"));
          assertTrue(store.header().lock().isEmpty());
        });
  }

  @Test
  void storeIsUnlockedAndOpenedWithNewerMetadataInOneTransaction() {
    lock(StoreLock.Kind.ALL);

    stores.test.run(
        context ->
            RecordStore.unlock(context, second)
                .thenCompose(nothing -> RecordStore.open(context, second)));

    stores.does(second, store -> assertEquals(2, Stores.keys(store, "next").size()));
  }

  @Test
  void unlockingAsksForTheReasonOfALockAgainstOpening() {
    lock(StoreLock.Kind.ALL);

    Stores.refused(
        Code.STORE_LOCKED,
        () ->
            stores.test.run(
                context -> RecordStore.unlock(context, second.withLockOverride("other"))));
    Stores.refused(
        Code.STORE_ABSENT,
        () ->
            stores.test.run(
                context ->
                    RecordStore.unlock(
                        context, StoreOptions.of(stores.at("absent"), Stores.notes(1).build()))));
  }

  @ParameterizedTest
  @EnumSource
  void nothingBuildsAnIndex(StoreLock.Kind kind) {
    stores.does(first, store -> assertEquals(IndexState.DISABLED, store.indexState("titles")));
    stores.does(first, store -> Stores.join(store, store.builds().markWriteOnly("ids")));
    lock(kind);
    List<String> before = rows();
    BuildPlan plan = BuildPlan.of("ids");
    BuilderHeartbeat beat = new BuilderHeartbeat("b", "builder", Instant.EPOCH);

    stores.does(
        first,
        store -> {
          IndexBuilds builds = store.builds();
          refused(() -> store.rebuildIndex("titles", ALL));
          refused(() -> store.rebuildIndex("ids", ALL));
          refused(() -> builds.markWriteOnly("titles"));
          refused(() -> builds.markDisabled("ids"));
          refused(() -> builds.markReadable("ids"));
          Stores.refused(Code.STORE_LOCKED, () -> builds.beat(plan, beat));
          builds.leave(plan, "b");
        });

    assertEquals(before, rows());
  }

  private static void refused(Supplier<CompletableFuture<?>> work) {
    Stores.refused(
        Code.STORE_LOCKED,
        () -> {
          var unused = work.get();
        });
  }

  @Test
  void saveIsPossibleOnceTheStoreIsUnlocked() {
    lock(StoreLock.Kind.WRITES);
    stores.test.run(context -> RecordStore.unlock(context, first));

    stores.save(first, Note.newBuilder().setId(3).setTitle("c").build());

    stores.does(first, store -> assertEquals(3, Stores.records(store, "Note").size()));
  }
}
