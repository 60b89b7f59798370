package dev.tenure.record.index.aggregate;

import static dev.tenure.record.index.aggregate.SubjectStore.slot;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.build.BuildResult;
import dev.tenure.record.build.OnlineIndexer;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.store.UniquenessViolation;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A position of a bitmap is of one record, whether the index is defined as unique or not. */
final class BitmapPositionsTest {
  private static Index bits(boolean unique) {
    Index bits = Index.aggregate("bits", Index.BITMAP_VALUE, field("team"), field("slot"));
    return unique ? bits.unique() : bits;
  }

  private static List<Long> positions(RecordStore store) {
    return store
        .context()
        .join(
            BitmapQuery.of(store.index("bits"), Tuple.from("a"))
                .positions(Continuation.START, ScanOptions.defaults())
                .asList());
  }

  private static void refused(Runnable save) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, save::run);
    assertEquals(Code.UNIQUENESS_VIOLATION, refused.code());
    assertTrue(
        String.valueOf(refused.getMessage())
            .contains("has the position 7 of the group (\"a\") twice"),
        refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void secondRecordOfAPositionIsRefused(boolean unique) {
    try (SubjectStore store = new SubjectStore(bits(unique))) {
      store.save(slot("a", 1, 7));
      refused(() -> store.save(slot("a", 2, 7)));
      refused(() -> store.save(slot("a", 3, 8), slot("a", 4, 7)));
      store.save(slot("b", 2, 7), slot("a", 2, 8));
      refused(() -> store.save(slot("a", 2, 7)));
      store.in(store2 -> assertEquals(List.of(7L, 8L), positions(store2)));
      store.in(
          open -> {
            SubjectStore.save(open, slot("a", 2, 7));
            SubjectStore.delete(open, "a", 1);
          });
      store.in(open -> assertEquals(List.of(7L), positions(open)));
    }
  }

  private static BuildResult build(SubjectStore store, StoreOptions options) {
    return store.test.database.join(
        OnlineIndexer.builder(store.test.database, options).index("bits").build().run());
  }

  private static StoreOptions options(SubjectStore store, boolean unique) {
    RecordMetaData metaData = SubjectStore.metaData(2, bits(unique).addedVersion(2));
    return StoreOptions.of(store.test.subspace, metaData)
        .withMode(OpenMode.OPEN)
        .withBuild(new BuildLimits(0, 0));
  }

  private static void does(SubjectStore store, StoreOptions options, Consumer<RecordStore> body) {
    store.test.run(
        context ->
            RecordStore.open(context, options)
                .thenApply(
                    open -> {
                      body.accept(open);
                      return true;
                    }));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void indexOfSharedPositionsIsPendingUntilTheyAreResolved(boolean unique) {
    try (SubjectStore store = new SubjectStore()) {
      store.save(slot("a", 1, 7), slot("a", 2, 7), slot("a", 3, 9), slot("b", 1, 7));
      StoreOptions options = options(store, unique);

      assertEquals(Map.of("bits", IndexState.UNIQUE_PENDING), build(store, options).states());

      does(store, options, open -> assertEquals(List.of(7L, 9L), positions(open)));
      refused(() -> does(store, options, open -> SubjectStore.save(open, slot("a", 3, 7))));
      List<UniquenessViolation> found =
          store.test.run(
              context ->
                  RecordStore.open(context, options)
                      .thenCompose(
                          open ->
                              open.builds()
                                  .violations("bits", Continuation.START, ScanOptions.defaults())
                                  .asList()));
      assertEquals(1, found.size());
      assertEquals(Tuple.from("a", 7L), found.get(0).columns());
      assertEquals(
          List.of(Tuple.from("a", 1L), Tuple.from("a", 2L)),
          found.get(0).entries().stream().map(entry -> entry.primaryKey()).toList());

      does(
          store,
          options,
          open ->
              open.context()
                  .join(open.builds().resolve(found.get(0), found.get(0).entries().get(1))));
      does(store, options, open -> assertEquals(List.of(7L, 9L), positions(open)));
      assertEquals(
          IndexState.READABLE,
          store.test.run(
              context ->
                  RecordStore.open(context, options)
                      .thenCompose(open -> open.builds().markReadable("bits"))));
      does(store, options, open -> SubjectStore.delete(open, "a", 2));
      does(store, options, open -> assertEquals(List.of(9L), positions(open)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bitStaysWhileAnyRecordHasThePosition(boolean unique) {
    try (SubjectStore store = new SubjectStore()) {
      store.save(slot("a", 1, 7), slot("a", 2, 7), slot("a", 3, 7));
      StoreOptions options = options(store, unique);
      build(store, options);

      does(store, options, open -> SubjectStore.delete(open, "a", 1));
      does(store, options, open -> SubjectStore.save(open, slot("a", 2, 8)));
      does(store, options, open -> assertEquals(List.of(7L, 8L), positions(open)));
      does(
          store,
          options,
          open -> {
            SubjectStore.delete(open, "a", 3);
            assertEquals(List.of(8L), positions(open));
          });
      does(store, options, open -> assertEquals(List.of(8L), positions(open)));
      assertEquals(Map.of("bits", IndexState.READABLE), build(store, options).states());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void storeThatIsOpenedWithTheIndexStaysOpenAndTheIndexDisabled(boolean unique) {
    try (SubjectStore store = new SubjectStore()) {
      store.save(slot("a", 1, 7), slot("a", 2, 7));
      StoreOptions options = options(store, unique).withBuild(new BuildLimits(100, 100_000));

      does(store, options, open -> assertEquals(IndexState.DISABLED, open.indexState("bits")));
    }
  }
}
