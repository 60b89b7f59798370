package dev.tenure.record.index.aggregate;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A store of subjects with some indexes, in a line. */
final class SubjectStore implements AutoCloseable {
  final TestDatabase test = new TestDatabase();
  private final RecordMetaData metaData;

  SubjectStore(Index... indexes) {
    this(metaData(1, indexes));
  }

  SubjectStore(RecordMetaData metaData) {
    this.metaData = metaData;
    in(store -> {});
  }

  static RecordMetaData metaData(int version, Index... indexes) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(version)
            .recordType(
                Subject.getDefaultInstance(),
                type ->
                    type.primaryKey(concat(field("team"), field("id")))
                        .typeKey(1)
                        .sinceVersion(1)
                        .versioned());
    for (Index index : indexes) {
      builder.index("Subject", index);
    }
    return builder.build();
  }

  static Subject subject(String team, long id) {
    return Subject.newBuilder().setTeam(team).setId(id).build();
  }

  static Subject subject(String team, long id, long score) {
    return subject(team, id).toBuilder().setScore(score).build();
  }

  static Subject slot(String team, long id, long slot) {
    return subject(team, id).toBuilder().setSlot(slot).build();
  }

  CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN);
  }

  RecordStore openNow(RecordContext context) {
    return context.join(open(context));
  }

  /** Runs a body that waits for its own futures, and commits. */
  void in(Consumer<RecordStore> body) {
    test.run(
        context ->
            open(context)
                .thenApply(
                    store -> {
                      body.accept(store);
                      return true;
                    }));
  }

  void save(Subject... subjects) {
    in(store -> save(store, subjects));
  }

  static void save(RecordStore store, Subject... subjects) {
    for (Subject each : subjects) {
      store.context().join(store.save(each));
    }
  }

  void delete(String team, long id) {
    in(store -> delete(store, team, id));
  }

  static void delete(RecordStore store, String team, long id) {
    store.context().join(store.delete("Subject", Tuple.from(team, id)));
  }

  Optional<Tuple> value(String index, Object... group) {
    List<Optional<Tuple>> found = new ArrayList<>();
    in(store -> found.add(value(store, index, group)));
    return found.get(found.size() - 1);
  }

  static Optional<Tuple> value(RecordStore store, String index, Object... group) {
    return store
        .context()
        .join(Aggregates.of(store.index(index)).value(Tuple.from(group), Isolation.SNAPSHOT));
  }

  static List<Subject> subjects(RecordStore store) {
    return store
        .context()
        .join(
            store
                .scan("Subject", TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .map(record -> (Subject) record.message())
                .asList());
  }

  /** Does one thing each in two transactions that see nothing of one another; commits both. */
  boolean conflicts(Consumer<RecordStore> first, Consumer<RecordStore> second) {
    try (RecordContext one = test.database.openContext();
        RecordContext other = test.database.openContext()) {
      RecordStore left = openNow(one);
      RecordStore right = openNow(other);
      first.accept(left);
      second.accept(right);
      one.join(one.commit());
      return !commits(other);
    }
  }

  /** Commits, or meets a conflict. */
  static boolean commits(RecordContext context) {
    try {
      context.join(context.commit());
      return true;
    } catch (RecordLayerException e) {
      assertEquals(Code.COMMIT_CONFLICT, e.code(), e.toString());
      return false;
    }
  }

  @Override
  public void close() {
    test.close();
  }
}
