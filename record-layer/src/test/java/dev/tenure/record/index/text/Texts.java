package dev.tenure.record.index.text;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.metadata.IndexTypes;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.structure.BunchCheck;
import dev.tenure.record.test.Note;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.text.Tokenizers;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** A store of notes with text indexes, and what they find. Titles are the texts. */
final class Texts implements AutoCloseable {
  static final String INDEX = "by-title";
  static final Tuple NO_GROUP = new Tuple();

  final TestDatabase test = new TestDatabase();
  final RecordDatabase database;
  RecordMetaData metaData;

  Texts(RecordMetaData metaData) {
    this(metaData, Tokenizers.builtIn());
  }

  Texts(RecordMetaData metaData, Tokenizers tokenizers) {
    this.metaData = metaData.withKnown(KeyFunctions.builtIn(), types(tokenizers));
    this.database = test.database;
  }

  static IndexTypes types(Tokenizers tokenizers) {
    return IndexTypes.builtIn().replacing(new TextIndexType(tokenizers));
  }

  /** An index of titles. */
  static Index titles() {
    return Index.of(INDEX, TextIndexType.NAME, field("title"));
  }

  static RecordMetaData.Builder notes(Tokenizers tokenizers, Index... indexes) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .indexTypes(types(tokenizers))
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(1));
    for (Index index : indexes) {
      builder.index("Note", index);
    }
    return builder;
  }

  static RecordMetaData of(Index... indexes) {
    return notes(Tokenizers.builtIn(), indexes).build();
  }

  CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN);
  }

  /** Does something in the store that waits for its own futures, and commits. */
  <T> T in(Function<RecordStore, T> body) {
    try (RecordContext context = database.openContext()) {
      T result = body.apply(context.join(open(context)));
      context.join(context.commit());
      return result;
    }
  }

  void does(Consumer<RecordStore> body) {
    in(
        store -> {
          body.accept(store);
          return true;
        });
  }

  static Note note(long id, String title) {
    return Note.newBuilder().setId(id).setTitle(title).build();
  }

  static void save(RecordStore store, Note note) {
    store.context().join(store.save(note));
  }

  /** Saves notes with these titles and the ids 0, 1, 2 ... */
  void saveTitles(String... titles) {
    does(
        store -> {
          for (int id = 0; id < titles.length; id++) {
            save(store, note(id, titles[id]));
          }
        });
  }

  void save(long id, String title) {
    does(store -> save(store, note(id, title)));
  }

  boolean delete(long id) {
    return in(store -> store.context().join(store.delete("Note", Tuple.from(id))));
  }

  /** The ids a query finds. */
  List<Long> find(TextQuery query) {
    return in(store -> find(store, INDEX, NO_GROUP, query));
  }

  static List<Long> find(RecordStore store, String index, Tuple group, TextQuery query) {
    return store
        .context()
        .join(
            store
                .scanIndex(
                    index, new TextScan(group, query), Continuation.START, ScanOptions.defaults())
                .asList())
        .stream()
        .map(entry -> entry.primaryKey().getLong(0))
        .toList();
  }

  /** All entries as "(token) id positions". */
  List<String> entries() {
    return in(store -> entries(store, INDEX));
  }

  static List<String> entries(RecordStore store, String index) {
    List<String> entries = new ArrayList<>();
    for (IndexEntry entry :
        store
            .context()
            .join(
                store
                    .scanIndex(
                        index,
                        IndexScan.range(TupleRange.all()),
                        Continuation.START,
                        ScanOptions.defaults())
                    .asList())) {
      entries.add(
          entry.key().getItems()
              + " "
              + entry.primaryKey().get(0)
              + " "
              + entry.value().getItems());
    }
    return entries;
  }

  /** What is wrong with what is stored. */
  List<String> problems() {
    return in(
        store -> {
          List<String> problems = new ArrayList<>();
          Optional<byte[]> next = Optional.of(new byte[0]);
          while (next.isPresent()) {
            BunchCheck check =
                store
                    .context()
                    .join(TextSearch.of(store.index(INDEX)).verify(next.orElseThrow(), 50));
            problems.addAll(check.problems());
            next = check.next();
          }
          return problems;
        });
  }

  @Override
  public void close() {
    test.close();
  }
}
