package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.notEqual;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.TransactionSummary;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Rich;
import dev.tenure.record.test.Subject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What plans read, in cases that random queries meet seldom. */
final class PlanReadsTest {
  private final TestDatabase test = new TestDatabase();
  private final List<TransactionSummary> ended = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    test.close();
  }

  @ParameterizedTest
  @EnumSource(KeyOrder.class)
  void floatsAreFoundInAKeyThatHasTheirColumnInAnOrderOfItsOwn(KeyOrder order) {
    KeyExpression column = field("float_value");
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(Rich.getDefaultInstance(), type -> type.primaryKey(field("int64_value")))
            .index("Rich", Index.value("by-float", ordered(order, column)))
            .build();
    List<Message> records = List.of(rich(1, 0.5f), rich(2, 0.1f), rich(3, 1.5f), rich(4, -2));
    RecordQuery query = RecordQuery.of("Rich");
    assertEquals(List.of(1L), ids(metaData, records, query.where(equal(column, 0.5))));
    assertEquals(List.of(), ids(metaData, records, query.where(equal(column, 0.1))));
    assertEquals(List.of(1L, 3L), ids(metaData, records, query.where(greaterOrEqual(column, 0.5))));
    assertEquals(List.of(2L, 4L), ids(metaData, records, query.where(less(column, 0.5))));
    assertEquals(List.of(4L), ids(metaData, records, query.where(less(column, 0.1))));
  }

  private static Message rich(long id, float number) {
    return Rich.newBuilder().setInt64Value(id).setFloatValue(number).build();
  }

  @Test
  void nothingIsReadForAFloatThatNoFloatIs() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(Rich.getDefaultInstance(), type -> type.primaryKey(field("int64_value")))
            .index(
                "Rich", Index.value("by-id", field("int64_value")).covering(field("float_value")))
            .build();
    QueryPredicate all = greater(field("int64_value"), 0);
    List<Message> records = List.of(rich(1, 0.1f), rich(2, 0.5f));
    RecordQuery query = RecordQuery.of("Rich");
    RecordQuery half = query.where(and(all, equal(field("float_value"), 0.5)));
    assertEquals(List.of(2L), ids(metaData, records, half));
    long keys = ended.get(ended.size() - 1).count(RecordCounter.KEYS_READ);
    RecordQuery tenth = query.where(and(all, equal(field("float_value"), 0.1)));
    assertEquals(List.of(), ids(metaData, records, tenth));
    long two = records.size();
    assertEquals(keys - two - 1, ended.get(ended.size() - 1).count(RecordCounter.KEYS_READ));
    RecordQuery tenths = query.where(and(all, in(field("float_value"), 0.1, 0.3)));
    assertEquals(List.of(), ids(metaData, records, tenths));
    assertEquals(keys - two - 1, ended.get(ended.size() - 1).count(RecordCounter.KEYS_READ));
  }

  @Test
  void twoBoundsOfAColumnThatFansOutMayBeOfTwoElements() {
    KeyExpression tag = field("tag", FanType.FAN_OUT);
    List<Message> records =
        List.of(
            Subject.newBuilder().setId(1).addTag("a").addTag("d").build(),
            Subject.newBuilder().setId(2).addTag("bb").build(),
            Subject.newBuilder().setId(3).addTag("a").build());
    RecordQuery query = RecordQuery.of("Subject").where(and(greater(tag, "b"), less(tag, "c")));
    assertEquals(List.of(1L, 2L), ids(subjects(Index.value("by-tag", tag)), records, query));
  }

  @Test
  void lessThanTwiceTheLimitIsLoaded() {
    List<Message> records = new CopyOnWriteArrayList<>();
    for (int id = 0; id < 30; id++) {
      records.add(Subject.newBuilder().setId(id).setTeam("red").build());
    }
    RecordQuery query = RecordQuery.of("Subject").where(equal(field("team"), "red")).limit(2);
    ids(subjects(Index.value("by-team", field("team"))), records, query);
    TransactionSummary asked = ended.get(ended.size() - 1);
    assertTrue(asked.count(RecordCounter.RECORDS_LOADED) < 4, asked.toString());
  }

  @ParameterizedTest
  @EnumSource(RecordLayout.class)
  void aLimitOfRecordsReadsAndConflictsWithLittle(RecordLayout layout) {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Subject.getDefaultInstance(), type -> type.primaryKey(field("id")).layout(layout))
            .build();
    List<Message> records = new CopyOnWriteArrayList<>();
    for (int id = 0; id < 30; id++) {
      records.add(Subject.newBuilder().setId(id).build());
    }
    RecordQuery query = RecordQuery.of("Subject").where(greater(field("id"), 1)).limit(2);
    assertEquals(List.of(2L, 3L), ids(metaData, records, query));
    TransactionSummary asked = ended.get(ended.size() - 1);
    long header = 1;
    assertTrue(asked.count(RecordCounter.KEYS_READ) <= header + 2 * 2 + 1, asked.toString());
    try (RecordContext one = test.database.openContext();
        RecordContext other = test.database.openContext()) {
      RecordStore reader = one.join(RecordStore.open(one, test.subspace, metaData, OpenMode.OPEN));
      one.join(reader.query(query).asList());
      RecordStore writer =
          other.join(RecordStore.open(other, test.subspace, metaData, OpenMode.OPEN));
      other.join(writer.save(Subject.newBuilder().setId(8).setTeam("red").build()));
      other.join(other.commit());
      one.join(reader.save(Subject.newBuilder().setId(40).build()));
      one.join(one.commit());
    }
  }

  @Test
  void aFilterUnderALimitReadsAboutAsManyRowsAsAreExpected() {
    List<Message> records = new CopyOnWriteArrayList<>();
    for (int id = 0; id < 60; id++) {
      records.add(Subject.newBuilder().setId(id).setTeam(id % 2 == 0 ? "red" : "blue").build());
    }
    RecordMetaData metaData = subjects(Index.value("by-slot", field("slot")));
    RecordQuery query = RecordQuery.of("Subject").where(notEqual(field("team"), "blue")).limit(3);
    assertEquals(List.of(0L, 2L, 4L), ids(metaData, records, query));
    TransactionSummary asked = ended.get(ended.size() - 1);
    assertTrue(asked.count(RecordCounter.KEYS_READ) < 30, asked.toString());
    RecordQuery seldom =
        RecordQuery.of("Subject")
            .where(and(greater(field("id"), 50), notEqual(field("team"), "blue")));
    assertEquals(List.of(52L, 54L, 56L, 58L), ids(metaData, records, seldom.limit(5)));
  }

  private static RecordMetaData subjects(Index index) {
    return RecordMetaData.builder()
        .version(1)
        .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")))
        .index("Subject", index)
        .build();
  }

  /** The primary keys of a query's records. */
  private List<Long> ids(RecordMetaData metaData, List<Message> records, RecordQuery query) {
    RecordDatabase database = test.builder().listener(ended::add).build();
    Function<RecordContext, CompletableFuture<RecordStore>> open =
        context -> RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN);
    database.join(
        database.run(
            context ->
                open.apply(context)
                    .thenCompose(
                        store ->
                            CompletableFuture.allOf(
                                records.stream()
                                    .map(store::save)
                                    .toArray(CompletableFuture<?>[]::new)))));
    try (RecordContext context = database.openContext()) {
      RecordStore store = context.join(open.apply(context));
      return context.join(store.query(query).asList()).stream()
          .map(StoredRecord::primaryKey)
          .map(key -> key.getLong(0))
          .sorted()
          .toList();
    }
  }
}
