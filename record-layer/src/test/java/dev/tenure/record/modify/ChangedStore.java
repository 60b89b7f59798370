package dev.tenure.record.modify;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.compare;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Message;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.build.SliceLimits;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** A store of subjects and rivals, with indexes of columns that changes move. */
final class ChangedStore implements AutoCloseable {
  static final SliceLimits SMALL = SliceLimits.defaults().withRecords(4, 4);
  static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")))
          .recordType(Rival.getDefaultInstance(), type -> type.primaryKey(field("id")))
          .index("Subject", Index.value("by-score", field("score")))
          .index("Subject", Index.value("by-tag", field("tag", FanType.FAN_OUT)))
          .index("Subject", Index.value("by-slot", concat(field("slot"), field("score"))))
          .index("Subject", Index.value("by-text", field("text")).unique())
          .index(List.of("Subject", "Rival"), Index.value("by-team", field("team")))
          .build();

  final TestDatabase test;
  final StoreOptions options;

  ChangedStore() {
    this(new TestDatabase());
  }

  ChangedStore(TestDatabase test) {
    this.test = test;
    this.options = StoreOptions.of(test.subspace, META_DATA);
    in(store -> CompletableFuture.completedFuture(null));
  }

  static Subject subject(long id, int score) {
    return Subject.newBuilder().setId(id).setScore(score).setSlot(id % 3).build();
  }

  static UnaryOperator<Message> raise(int by) {
    return message -> {
      Subject subject = (Subject) message;
      return subject.toBuilder().setScore(subject.getScore() + by).build();
    };
  }

  static QueryPredicate scoreBelow(int bound) {
    return compare(field("score"), Operator.LESS, bound);
  }

  static QueryPredicate scoreFrom(int bound) {
    return compare(field("score"), Operator.GREATER_OR_EQUAL, bound);
  }

  static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  static RecordLayerException refused(Code code, Runnable work) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, work::run);
    assertEquals(code, refused.code(), refused.getMessage());
    return refused;
  }

  <T> T in(Function<RecordStore, ? extends CompletionStage<T>> body) {
    return test.run(context -> RecordStore.open(context, options).thenCompose(body));
  }

  void save(Message... records) {
    in(
        store ->
            CompletableFuture.allOf(
                List.of(records).stream().map(store::save).toArray(CompletableFuture<?>[]::new)));
  }

  /** Subjects from 0, each with its id as its score. */
  void fill(int count) {
    for (int id = 0; id < count; id++) {
      save(subject(id, id));
    }
  }

  /** The subject of an id, which must be there. */
  Subject subject(long id) {
    return Objects.requireNonNull(subjects().get(id), () -> "subject " + id);
  }

  Map<Long, Subject> subjects() {
    Map<Long, Subject> subjects = new TreeMap<>();
    in(store -> store.scanAll(Continuation.START, ScanOptions.defaults()).asList()).stream()
        .map(StoredRecord::message)
        .filter(Subject.class::isInstance)
        .map(Subject.class::cast)
        .forEach(each -> subjects.put(each.getId(), each));
    return subjects;
  }

  List<Long> scores() {
    return subjects().values().stream().map(Subject::getScore).toList();
  }

  QueryChanger.Builder changer(QueryChange change) {
    return changer(test.database, change);
  }

  QueryChanger.Builder changer(RecordDatabase database, QueryChange change) {
    return QueryChanger.builder(database, options, change).slices(SMALL);
  }

  ChangeResult run(QueryChanger.Builder changer) {
    return test.database.join(changer.build().run());
  }

  @Override
  public void close() {
    test.close();
  }
}
