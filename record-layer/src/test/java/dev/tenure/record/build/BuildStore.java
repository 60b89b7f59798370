package dev.tenure.record.build;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.IndexBuildStatus;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.structure.RangeSet;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Plain;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A store with an extent of notes and one that two types share, and indexes to build. */
final class BuildStore implements AutoCloseable {
  static final BuildLimits WHOLE = new BuildLimits(Integer.MAX_VALUE, Long.MAX_VALUE);
  static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).versioned())
          .recordType(
              Plain.getDefaultInstance(), type -> type.primaryKey(field("id")).inSharedExtent())
          .recordType(
              HotItem.getDefaultInstance(), type -> type.primaryKey(field("id")).inSharedExtent())
          .index("Note", Index.value("by-title", field("title")).covering(field("color")))
          .index("Note", Index.value("by-author", field("author")).unique())
          .index("Note", Index.count("notes", empty()))
          .index("Note", Index.count("tags", field("tag", FanType.FAN_OUT)).clearWhenZero())
          .index("HotItem", Index.count("hot-types", field("type")))
          .index(List.of("Plain", "HotItem"), Index.value("shared-by-id", field("id")))
          .index("Note", Index.value("by-tag", concat(field("tag", FanType.FAN_OUT), field("id"))))
          .universalIndex(Index.count("all", empty()))
          .build();

  final TestDatabase test = new TestDatabase();
  final StoreOptions options = StoreOptions.of(test.subspace, META_DATA);

  CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, options);
  }

  <T> T in(Function<RecordStore, ? extends CompletionStage<T>> body) {
    return test.run(context -> open(context).thenCompose(body));
  }

  static Note note(long id, String title, String... tags) {
    return Note.newBuilder().setId(id).setTitle(title).addAllTag(Arrays.asList(tags)).build();
  }

  /** Notes 0 to count - 1, in transactions of 200. */
  void fill(int count) {
    for (int first = 0; first < count; first += 200) {
      int from = first;
      in(
          store -> {
            List<CompletableFuture<StoredRecord>> saves = new ArrayList<>();
            for (int id = from; id < Math.min(count, from + 200); id++) {
              saves.add(store.save(note(id, "title " + id % 7, "t" + id % 3, "u" + id % 5)));
            }
            return CompletableFuture.allOf(saves.toArray(CompletableFuture<?>[]::new));
          });
    }
  }

  void disable(String... indexes) {
    for (String index : indexes) {
      in(store -> store.builds().markDisabled(index));
    }
  }

  IndexState state(String index) {
    return in(store -> CompletableFuture.completedFuture(store.indexState(index)));
  }

  IndexBuildStatus status(String index) {
    return in(store -> store.builds().status(index, Isolation.SNAPSHOT));
  }

  OnlineIndexer.Builder indexer(String... indexes) {
    OnlineIndexer.Builder builder = OnlineIndexer.builder(test.database, options);
    for (String index : indexes) {
      builder.index(index);
    }
    return builder;
  }

  BuildResult run(OnlineIndexer.Builder indexer) {
    return test.database.join(indexer.build().run());
  }

  static int key(String index) {
    return META_DATA.index(index).subspaceKey();
  }

  /** All rows that are kept for an index in one of the parts of a store, as texts. */
  CompletableFuture<List<String>> rows(RecordContext context, int part, String index) {
    byte[] begin = test.subspace.pack(Tuple.from(part, key(index)));
    return context
        .transaction()
        .getRange(new Range(begin, ByteArrayUtil.join(begin, new byte[] {(byte) 0xFF})))
        .asList()
        .thenApply(
            rows ->
                rows.stream()
                    .map(
                        row ->
                            ByteArrayUtil.printable(row.getKey())
                                + " = "
                                + ByteArrayUtil.printable(row.getValue()))
                    .toList());
  }

  List<String> rows(int part, String index) {
    return test.run(context -> rows(context, part, index));
  }

  /** The rows of an index that is built of all records at once, in a transaction given up. */
  List<String> rebuilt(String index) {
    try (RecordContext context = test.database.openContext()) {
      RecordStore store = context.join(open(context));
      context.join(store.rebuildIndex(index, WHOLE));
      store.scanCounts("all", TupleRange.all(), Continuation.START, ScanOptions.defaults()).close();
      return context.join(rows(context, 2, index));
    }
  }

  RangeSet ranges(String index) {
    return new RangeSet(test.subspace.pack(Tuple.from(4, key(index), "r")), index);
  }

  /** A key without the store's subspace. */
  byte[] relative(byte[] key) {
    return Arrays.copyOfRange(key, test.subspace.getKey().length, key.length);
  }

  @Override
  public void close() {
    test.close();
  }
}
