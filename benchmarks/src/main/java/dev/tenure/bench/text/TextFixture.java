package dev.tenure.bench.text;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.examples.proto.Note;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.index.text.TextScan;
import dev.tenure.record.index.text.TextSearch;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.MissingRecord;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.structure.BunchCheck;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.tuple.TupleRange;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Predicate;

/** A store of documents with one text index. The caller that created it closes it. */
final class TextFixture implements AutoCloseable {
  private static final String INDEX = "by-text";

  private final Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final RecordDatabase database =
      RecordDatabase.builder(engine)
          .clock(InstantSource.system())
          .random(new SplittableRandom(4711))
          .executor(threads)
          .timer(threads)
          .build();
  private final RecordMetaData metaData;

  /** The size of an index. */
  record Size(long keyBytes, long valueBytes, long keys, long entries) {}

  TextFixture(String tokenizer, int bunchSize, boolean across) {
    metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Note.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("number")))
            .index(
                "Note",
                Index.of(INDEX, TextIndexType.NAME, field("text"))
                    .option(TextIndexType.TOKENIZER, tokenizer)
                    .option(TextIndexType.BUNCH_SIZE, String.valueOf(bunchSize))
                    .option(TextIndexType.BUNCH_ACROSS_TOKENS, String.valueOf(across)))
            .build();
  }

  private <T> T in(Function<RecordStore, CompletableFuture<T>> body) {
    Subspace subspace = new Subspace(Tuple.from("text"));
    return database.join(
        database.run(
            context ->
                RecordStore.open(context, subspace, metaData, OpenMode.CREATE_OR_OPEN)
                    .thenCompose(body)));
  }

  /** Saves each document in a separate transaction, numbered from 0. */
  void fill(Book book) {
    for (int i = 0; i < book.documents().size(); i++) {
      Note note = Note.newBuilder().setNumber(i).setText(book.documents().get(i)).build();
      in(store -> store.save(note));
    }
  }

  Size size() {
    List<KeyValue> rows =
        in(
            store ->
                store
                    .context()
                    .transaction()
                    .getRange(store.index(INDEX).keys().structureRange(new Tuple()))
                    .asList());
    BunchCheck check = in(store -> search(store.index(INDEX)).verify(new byte[0], rows.size() + 2));
    if (!check.problems().isEmpty()) {
      throw new IllegalStateException("the index is damaged: " + check.problems());
    }
    return new Size(
        rows.stream().mapToLong(row -> row.getKey().length).sum(),
        rows.stream().mapToLong(row -> row.getValue().length).sum(),
        check.bunches(),
        check.entries());
  }

  private static TextSearch search(OpenIndex index) {
    return TextSearch.of(index);
  }

  /** Loads the documents that a query finds. Returns their number. */
  int find(TextQuery query) {
    return in(store ->
            store
                .scanRecords(
                    INDEX,
                    TextScan.of(query),
                    Continuation.START,
                    ScanOptions.defaults(),
                    MissingRecord.FAIL)
                .asList())
        .size();
  }

  /** Loads all documents. Returns the number of those that match. */
  int look(Predicate<String> wanted) {
    return (int)
        in(
                store ->
                    store
                        .scan("Note", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                        .asList())
            .stream()
            .filter(stored -> wanted.test(((Note) stored.message()).getText()))
            .count();
  }

  @Override
  public void close() {
    engine.close();
    threads.shutdownNow();
  }
}
