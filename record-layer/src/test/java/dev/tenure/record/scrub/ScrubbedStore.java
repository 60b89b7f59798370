package dev.tenure.record.scrub;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Notes;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.test.Color;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A store whose indexes are damaged behind its back, and scrubbed. */
final class ScrubbedStore implements AutoCloseable {
  final TestDatabase test = new TestDatabase();
  private final RecordMetaData metaData;

  ScrubbedStore(RecordMetaData metaData) {
    this.metaData = metaData;
  }

  /** With the metadata that the tests share. */
  static ScrubbedStore ofNotes() {
    return new ScrubbedStore(Notes.META_DATA);
  }

  StoreOptions options() {
    return StoreOptions.of(test.subspace, metaData);
  }

  CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, options());
  }

  /** Runs a body that waits for its own futures, and commits. */
  void does(Consumer<RecordStore> body) {
    test.run(
        context ->
            open(context)
                .thenApply(
                    store -> {
                      body.accept(store);
                      return true;
                    }));
  }

  /** Notes from 1 to a number, and as many items in three zones. */
  void fill(int count) {
    for (int begin = 1; begin <= count; begin += 50) {
      int from = begin;
      does(
          store -> {
            for (int i = from; i < Math.min(from + 50, count + 1); i++) {
              join(store, store.save(note(i)));
              join(store, store.save(Notes.item("z" + i % 3, "i" + i, i)));
            }
          });
    }
  }

  static Note note(int id) {
    Note.Builder note =
        Note.newBuilder()
            .setId(id)
            .setTitle("title" + id % 7)
            .addTag("t" + id % 2)
            .addTag("k" + id % 5)
            .setColor(Color.forNumber(id % 3))
            .setPlace(Place.newBuilder().setCity("c" + id % 4));
    return id % 10 == 0 ? note.build() : note.setAuthor("a" + id).build();
  }

  static <T> T join(RecordStore store, CompletableFuture<T> future) {
    return store.context().join(future);
  }

  /** Writes past the store, where an index lies. */
  void damage(String index, BiConsumer<RecordContext, IndexKeys> write) {
    does(store -> write.accept(store.context(), store.index(index).keys()));
  }

  IndexKeys keys(String index) {
    List<IndexKeys> found = new ArrayList<>();
    does(store -> found.add(store.index(index).keys()));
    return found.get(0);
  }

  /** All rows below the store's subspace. */
  Map<String, String> dump() {
    byte[] begin = test.subspace.getKey();
    Range all = new Range(begin, ByteArrayUtil.join(begin, new byte[] {(byte) 0xFF}));
    List<KeyValue> rows = test.run(context -> context.transaction().getRange(all).asList());
    Map<String, String> dump = new TreeMap<>();
    rows.forEach(
        row ->
            dump.put(
                ByteArrayUtil.printable(row.getKey()), ByteArrayUtil.printable(row.getValue())));
    return dump;
  }

  IndexScrubber.Builder scrubber(String index) {
    return IndexScrubber.builder(test.database, options(), index);
  }

  ScrubReport run(IndexScrubber.Builder scrubber) {
    return test.database.join(scrubber.build().run());
  }

  ScrubReport report(String index) {
    return run(scrubber(index));
  }

  ScrubReport repair(String index) {
    return run(scrubber(index).repair(true));
  }

  /** The faults of all indexes. */
  List<Fault> faults() {
    List<Fault> faults = new ArrayList<>();
    metaData.indexes().forEach(index -> faults.addAll(report(index.name()).faults()));
    return faults;
  }

  static List<Kind> kinds(List<Fault> faults) {
    return faults.stream().map(Fault::kind).toList();
  }

  static byte[] long8(int value) {
    return new byte[] {(byte) value, 0, 0, 0, 0, 0, 0, 0};
  }

  static Tuple tuple(Object... items) {
    return Tuple.from(items);
  }

  @Override
  public void close() {
    test.close();
  }
}
