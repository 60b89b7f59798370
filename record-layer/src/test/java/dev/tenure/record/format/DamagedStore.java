package dev.tenure.record.format;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Plain;
import dev.tenure.record.tuple.TupleRange;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Does all that can be done with a store of any rows, in a transaction that is not committed. */
final class DamagedStore {
  /** What stored bytes may be the cause of. */
  private static final Set<Code> EXPECTED =
      EnumSet.of(
          Code.DAMAGED,
          Code.FORMAT_UNKNOWN,
          Code.TYPE_UNKNOWN,
          Code.STORE_ABSENT,
          Code.STORE_LOCKED,
          Code.METADATA_NEWER,
          Code.METADATA_CHANGED,
          Code.INDEX_NOT_READABLE,
          Code.RECORD_TYPE_CHANGED,
          Code.UNIQUENESS_VIOLATION);

  private static final Pattern NAMES_STORE = Pattern.compile("(store|at) S\\b");

  private final TestDatabase test;

  DamagedStore(TestDatabase test) {
    this.test = test;
  }

  /** The codes of the errors, by what was done; fails at any other error. */
  Map<String, Code> errors(StoreShapes.Shape shape, List<String> rows) {
    Map<String, Code> errors = new TreeMap<>();
    try (RecordContext context = test.database.openContext()) {
      rows.forEach(line -> context.set(GoldenFile.key(line), GoldenFile.value(line)));
      RecordStore[] opened = new RecordStore[1];
      attempt(
          "open",
          rows,
          errors,
          () -> {
            StoreOptions options =
                StoreOptions.of(StoredRows.SUBSPACE, shape.metaData()).withMode(OpenMode.OPEN);
            opened[0] = context.join(RecordStore.open(context, options));
            return opened[0].header();
          });
      if (opened[0] != null) {
        use(opened[0], shape.metaData(), rows, errors);
      }
    }
    return errors;
  }

  private void use(
      RecordStore store, RecordMetaData metaData, List<String> rows, Map<String, Code> errors) {
    for (RecordType type : metaData.recordTypes()) {
      Message message = message(type);
      attempt("scan " + type.name(), rows, errors, () -> store.context().join(scan(store, type)));
      attempt("load " + type.name(), rows, errors, () -> load(store, type));
      if (store.header().lock().isEmpty()) {
        attempt(
            "save " + type.name(), rows, errors, () -> store.context().join(store.save(message)));
      }
    }
    for (Index index : metaData.indexes()) {
      if (store.indexState(index.name()) == IndexState.READABLE) {
        attempt(
            "scan " + index.name(), rows, errors, () -> store.context().join(scan(store, index)));
      }
    }
  }

  private static void attempt(
      String what, List<String> rows, Map<String, Code> errors, Supplier<?> action) {
    String damage = what + " with " + shown(rows.get(rows.size() - 1));
    try {
      Objects.requireNonNull(action.get(), what);
    } catch (RecordLayerException e) {
      assertTrue(EXPECTED.contains(e.code()), () -> damage + ": " + e);
      assertTrue(
          NAMES_STORE.matcher(String.valueOf(e.getMessage())).find(), () -> damage + ": " + e);
      errors.put(what, e.code());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw new AssertionError(damage, e);
    }
  }

  private static String shown(String line) {
    return line.length() > 600 ? line.substring(0, 600) + "…" : line;
  }

  private static CompletableFuture<?> scan(RecordStore store, RecordType type) {
    return store
        .scan(type.name(), TupleRange.all(), Continuation.START, ScanOptions.defaults())
        .asList();
  }

  private static CompletableFuture<?> scan(RecordStore store, Index index) {
    return index.type().equals(Index.COUNT)
        ? store
            .scanCounts(index.name(), TupleRange.all(), Continuation.START, ScanOptions.defaults())
            .asList()
        : store
            .scanIndex(index.name(), TupleRange.all(), Continuation.START, ScanOptions.defaults())
            .asList();
  }

  /** Loads the record that all shapes have of the type, and counts what is counted. */
  private static Object load(RecordStore store, RecordType type) {
    Tuple primaryKey =
        switch (type.name()) {
          case "Note" -> Tuple.from(1L);
          case "HotItem" -> type.isInSharedExtent() ? Tuple.from("h") : Tuple.from("z", "a");
          default -> Tuple.from("p");
        };
    if (store.metaData().hasIndex("notes")) {
      store.context().join(store.count("notes", new Tuple()));
    }
    store.context().join(store.exists(type.name(), primaryKey, Isolation.SNAPSHOT));
    return store.context().join(store.load(type.name(), primaryKey));
  }

  private static Message message(RecordType type) {
    return switch (type.name()) {
      case "Note" -> Note.newBuilder().setId(7).setAuthor("me").build();
      case "HotItem" -> HotItem.newBuilder().setZone("z").setId("a").build();
      default -> Plain.newBuilder().setId("p").build();
    };
  }
}
