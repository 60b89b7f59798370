package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.created;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.key.Keys.storedSize;
import static dev.tenure.record.key.Keys.updated;
import static dev.tenure.record.key.Keys.version;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static dev.tenure.record.query.aggregate.Aggregate.count;
import static dev.tenure.record.query.aggregate.Aggregate.max;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.query.text.FilterText;
import dev.tenure.record.query.text.OrderText;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Conditions and orders on what is stored about a record: version, times, size and type. */
final class VersionQueriesTest {
  private static final KeyExpression TEAM = field("team");
  private static final Index BY_VERSION = Index.version("by-version", version());
  private static final Index BY_TEAM = Index.version("by-team", concat(TEAM, version()));
  private static final RecordQuery ALL = RecordQuery.of("Subject");

  private static RecordMetaData.Builder builder() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(
            Subject.getDefaultInstance(),
            type -> type.primaryKey(field("id")).versioned().timestamped())
        .recordType(Rival.getDefaultInstance(), type -> type.primaryKey(field("id")));
  }

  private static RecordMetaData metaData(Index... indexes) {
    RecordMetaData.Builder builder = builder();
    for (Index index : indexes) {
      builder.index("Subject", index);
    }
    return builder.build();
  }

  private static Subject subject(long id, String team) {
    return Subject.newBuilder().setId(id).setTeam(team).build();
  }

  /** Subjects 4, 3, 2, 1 of teams b, a, b, a, in this order of their versions. */
  private static CheckedStore store(Index... indexes) {
    CheckedStore store =
        new CheckedStore(metaData(indexes), List.of(subject(4, "b"), subject(3, "a")));
    store.test.clock.advance(Duration.ofSeconds(1));
    store.saveAll(List.of(subject(2, "b"), subject(1, "a")));
    store.reopened();
    return store;
  }

  private static Versionstamp versionOf(CheckedStore store, long id) {
    return store
        .store()
        .context()
        .join(store.store().load("Subject", Tuple.from(id)))
        .orElseThrow()
        .version()
        .orElseThrow();
  }

  private static void assertIds(List<Long> expected, CheckedStore store, RecordQuery query) {
    List<Long> found = CheckedStore.ids(store.keys(query));
    assertEquals(
        expected,
        query.order().isEmpty() ? found.stream().sorted().toList() : found,
        () -> store.store().explain(query));
  }

  private static String plan(CheckedStore store, RecordQuery query) {
    return store.plan(query, PlannerOptions.defaults()).toString();
  }

  @Test
  void versionsAndTimesAreAskedForInText() {
    Descriptor type = Subject.getDescriptor();
    try (CheckedStore store = store(BY_VERSION)) {
      String third = HexFormat.of().formatHex(versionOf(store, 2).getBytes());
      assertIds(List.of(1L), store, ALL.where(FilterText.parse("version() > " + third, type)));
      assertIds(
          List.of(1L, 2L),
          store,
          ALL.where(FilterText.parse("version() >= " + third, type))
              .orderBy(OrderText.parse("version() desc", type).toArray(OrderColumn[]::new)));
      String begin = store.test.clock.instant().toString();
      assertIds(
          List.of(1L, 2L),
          store,
          ALL.where(FilterText.parse("created() >= " + begin + " AND storedSize() > 0", type)));
    }
  }

  @Test
  void orderByVersionIsServedByAVersionIndex() {
    try (CheckedStore store = store(BY_VERSION, BY_TEAM)) {
      assertEquals(
          "fetch\n  scan index by-version\n", plan(store, ALL.orderBy(ascending(version()))));
      assertIds(List.of(4L, 3L, 2L, 1L), store, ALL.orderBy(ascending(version())));
      RecordQuery ofTeam = ALL.where(equal(TEAM, "a")).orderBy(descending(version()));
      assertEquals("fetch\n  scan index by-team [= parameter(#0)] reverse\n", plan(store, ofTeam));
      assertIds(List.of(1L, 3L), store, ofTeam);
    }
  }

  @Test
  void versionsAreComparedByAnIndexAndByRecords() {
    for (Index[] indexes : new Index[][] {{BY_VERSION}, {BY_TEAM}, {}}) {
      try (CheckedStore store = store(indexes)) {
        Versionstamp third = versionOf(store, 2);
        assertIds(List.of(1L), store, ALL.where(greater(version(), third)));
        assertIds(List.of(3L, 4L), store, ALL.where(not(greaterOrEqual(version(), third))));
        assertIds(List.of(2L), store, ALL.where(in(version(), third)));
        assertIds(List.of(3L), store, ALL.where(and(equal(TEAM, "a"), less(version(), third))));
        RecordQuery query = ALL.where(greater(version(), parameter("since")));
        QueryPlan plan = store.plan(query, PlannerOptions.defaults());
        assertEquals(List.of(1L), CheckedStore.ids(store.keys(plan, Bindings.of("since", third))));
        assertThrows(
            IllegalArgumentException.class, () -> store.keys(plan, Bindings.of("since", 7)));
      }
    }
  }

  @Test
  void rangeOfVersionsIsARangeOfTheIndex() {
    try (CheckedStore store = store(BY_TEAM)) {
      assertEquals(
          "fetch\n  scan index by-team [= parameter(#0), in (parameter(#1), ∞)]\n",
          plan(store, ALL.where(and(equal(TEAM, "a"), greater(version(), versionOf(store, 2))))));
    }
  }

  /** Its version is that of the commit to come: whoever asks for versions does not get it. */
  @Test
  void recordThatTheTransactionSavedIsLeftOutWhereVersionsAreAskedFor() {
    for (Index[] indexes : new Index[][] {{BY_VERSION}, {BY_TEAM}, {}}) {
      try (CheckedStore store = store(indexes)) {
        Versionstamp first = versionOf(store, 4);
        store.store().context().join(store.store().save(subject(3, "a")));
        store.store().context().join(store.store().save(subject(9, "a")));
        List<QueryPredicate> conditions =
            List.of(
                greaterOrEqual(version(), first), not(less(version(), first)), notNull(version()));
        for (QueryPredicate condition : conditions) {
          assertIds(List.of(1L, 2L, 4L), store, ALL.where(condition));
        }
        assertIds(List.of(4L, 2L), store, ALL.orderBy(ascending(version())).limit(2));
        assertIds(List.of(1L, 3L, 9L), store, ALL.where(equal(TEAM, "a")));
        assertIds(List.of(1L, 2L, 3L, 4L, 9L), store, ALL);
      }
    }
  }

  @Test
  void orderByVersionWithoutAnIndexNamesOne() {
    try (CheckedStore store = store()) {
      RecordLayerException refused =
          assertThrows(
              RecordLayerException.class,
              () -> plan(store, ALL.where(equal(TEAM, "a")).orderBy(ascending(version()))));
      assertTrue(
          String.valueOf(refused.getMessage())
              .contains("Index.version(\"by-team-version\", concat(field(\"team\"), version()))"),
          String.valueOf(refused.getMessage()));
    }
  }

  @Test
  void timesSizesAndTypesAreColumnsOfQueries() {
    Index byTime = Index.value("by-time", created());
    for (Index[] indexes : new Index[][] {{byTime, Index.value("by-size", storedSize())}, {}}) {
      try (CheckedStore store = store(indexes)) {
        long since =
            store
                .store()
                .context()
                .join(store.store().load("Subject", Tuple.from(1L)))
                .orElseThrow()
                .created()
                .orElseThrow()
                .toEpochMilli();
        assertIds(List.of(1L, 2L), store, ALL.where(greaterOrEqual(created(), since)));
        assertIds(List.of(3L, 4L), store, ALL.where(less(updated(), since)));
        assertIds(
            List.of(1L, 2L, 3L, 4L),
            store,
            ALL.where(greater(storedSize(), 1)).orderBy(ascending(field("id"))));
        assertIds(
            List.of(3L, 4L, 1L, 2L),
            store,
            ALL.orderBy(ascending(created()), ascending(field("id"))).limit(9));
        store.saveAll(List.of(Rival.newBuilder().setId(1).setTeam("a").build()));
        store.reopened();
        long rival = store.store().metaData().bound().type("Rival").type().typeKey();
        assertEquals(
            List.of(Tuple.from(1L)),
            store.keys(RecordQuery.of().where(equal(recordType(), rival))));
      }
    }
  }

  @Test
  void timesOfTypesThatKeepNoneAreRefused() {
    String created =
        "created() is null in every Rival, as the type keeps no times: expected types that are"
            + " timestamped(), which are [Subject]";
    QueryPredicate old = less(created(), 9);
    RecordQuery rivals = RecordQuery.of("Rival");
    try (CheckedStore store = store()) {
      for (RecordQuery query :
          List.of(
              rivals.where(old),
              rivals.where(not(or(equal(TEAM, "a"), isNull(created())))),
              rivals.where(greater(field("id"), created())),
              rivals.orderBy(descending(created())).limit(3),
              rivals.select(field("id"), created()),
              rivals.where(FilterText.parse("created() = null", Rival.getDescriptor())),
              RecordQuery.of("Subject", "Rival").where(old),
              RecordQuery.of().where(old))) {
        assertRefused(created, () -> store.store().query(query));
        assertRefused(created, () -> store.store().explain(query));
      }
      assertRefused(
          created.replace("created", "updated"),
          () -> store.store().query(RecordQuery.of().orderBy(ascending(updated()))));
      assertRefused(
          created,
          () ->
              store.store().query(AggregateQuery.of("Rival").groupBy(TEAM).select(max(created()))));
      assertRefused(
          created,
          () -> store.store().query(AggregateQuery.of("Rival").where(old).select(count())));
      assertIds(List.of(), store, RecordQuery.of().where(less(storedSize(), 1)));
    }
  }

  private static void assertRefused(String message, Executable asking) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, asking).getMessage());
  }

  @Test
  void timesAreAskedForOfATypeWhoseIndexHoldsOthersWithoutThem() {
    RecordMetaData both =
        builder().index(List.of("Subject", "Rival"), Index.value("both", TEAM)).build();
    try (CheckedStore store =
        new CheckedStore(
            both, List.of(subject(1, "a"), Rival.newBuilder().setId(2).setTeam("a").build()))) {
      assertIds(List.of(1L), store, ALL.where(and(equal(TEAM, "a"), greater(created(), 0))));
    }
  }

  @Test
  void conditionsOfIndexesReadFieldsOnly() {
    for (QueryPredicate condition :
        List.of(
            notNull(version()),
            greater(created(), 1),
            greater(storedSize(), 1),
            equal(incarnation(), 0))) {
      assertThrows(
          IllegalArgumentException.class, () -> metaData(Index.value("i", TEAM).where(condition)));
    }
    KeyExpression constant = literal(Versionstamp.complete(new byte[10]));
    assertThrows(
        IllegalArgumentException.class, () -> metaData(Index.value("i", concat(TEAM, constant))));
  }
}
