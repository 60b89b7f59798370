package dev.tenure.record.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random data, indexes and queries: what a plan gives is what a look at every record gives, whole
 * and cut at every row, in the order asked for. So does another of the plans that the rules make,
 * which need not be the cheapest.
 */
final class QueryProofTest {
  private static final int WORLDS = Integer.getInteger("tenure.queries.worlds", 39);
  private static final int QUERIES = 40;
  private static final int STATE_CHANGES = 4;
  private static final int OTHER_PLANS_MAX = 8;

  private int planned;
  private int refusedWithIndex;
  private int continuedWithout;
  private int refused;
  private final Map<String, Integer> operators = new TreeMap<>();

  @Test
  void plansGiveWhatALookAtEveryRecordGives() {
    RandomGenerator seeds = Seeds.random("QueryProofTest");
    for (int i = 0; i < WORLDS; i++) {
      long seed = seeds.nextLong();
      try {
        runWorld(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("world " + i + " of seed " + seed + "L: " + e.getMessage(), e);
      }
    }
    System.out.println(planned + " planned, " + refused + " refused, operators " + operators);
    assertTrue(refusedWithIndex > 0, "plans were refused: " + refusedWithIndex);
    assertTrue(continuedWithout > 0, "plans went on: " + continuedWithout);
    assertTrue(planned > refused, "most queries have a plan");
  }

  /** An order by a column of one type was wanted for a merge within a query of two types. */
  @ParameterizedTest
  @ValueSource(longs = 4687411263063730768L)
  void worldsWithAFindGiveWhatALookAtEveryRecordGives(long seed) {
    runWorld(seed);
  }

  private void runWorld(long seed) {
    RandomGenerator random = Seeds.of(seed);
    RandomQueries queries = new RandomQueries(random);
    RecordMetaData metaData = queries.metaData();
    List<Message> records = new ArrayList<>();
    try (TestDatabase test = new TestDatabase()) {
      int count = random.nextInt(40);
      test.run(
          context -> {
            RecordStore store = open(context, test, metaData);
            for (int i = 0; i < count; i++) {
              Message record = random.nextInt(4) == 0 ? queries.rival(i) : queries.subject(i);
              records.add(record);
              context.join(store.save(record));
            }
            return CompletableFuture.completedFuture(null);
          });
      RecordContext context = test.database.openContext();
      RecordStore store = open(context, test, metaData);
      for (int i = 0; i < QUERIES; i++) {
        RecordQuery query = queries.query();
        PlannerOptions options = queries.options();
        check(store, metaData, records, query, options);
      }
      context.close();
      for (int i = 0; i < STATE_CHANGES; i++) {
        checkWithStates(test, metaData, queries.query(), queries.options(), random);
      }
    }
  }

  /**
   * An index stops being readable between two slices, and is readable again before a third one: a
   * plan that reads it is refused meanwhile, any other goes on exactly.
   */
  private void checkWithStates(
      TestDatabase test,
      RecordMetaData metaData,
      RecordQuery query,
      PlannerOptions options,
      RandomGenerator random) {
    if (metaData.indexes().isEmpty()) {
      return;
    }
    String index = metaData.indexes().get(random.nextInt(metaData.indexes().size())).name();
    QueryPlan plan;
    List<QueryRow> whole;
    RecordCursor.Page<QueryRow> first;
    try (RecordContext context = test.database.openContext()) {
      RecordStore store = open(context, test, metaData);
      plan = store.queries().plan(query, options);
      whole = CheckedStore.rows(store, plan, Bindings.none(), ScanOptions.defaults());
      first = slice(store, plan, Continuation.START);
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, e.code(), query.toString());
      return;
    }
    rebuild(test, metaData, index, new BuildLimits(0, 0));
    boolean reads = Pattern.compile(" " + index + "\\b").matcher(plan.toString()).find();
    try (RecordContext context = test.database.openContext()) {
      RecordStore store = open(context, test, metaData);
      if (store.indexState(index) != IndexState.DISABLED) {
        return; // it has no records, and is built at once
      }
      List<QueryRow> rest = rest(store, plan, first);
      assertEquals(whole, rest, () -> "with " + index + " disabled: " + query + "\n" + plan);
      continuedWithout++;
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.INDEX_NOT_READABLE, e.code(), plan.toString());
      assertTrue(reads, () -> index + " is not read by " + plan);
      refusedWithIndex++;
    }
    rebuild(test, metaData, index, BuildLimits.defaults());
    try (RecordContext context = test.database.openContext()) {
      RecordStore store = open(context, test, metaData);
      assertEquals(whole, rest(store, plan, first), () -> "readable again: " + query + "\n" + plan);
    }
  }

  private static RecordCursor.Page<QueryRow> slice(
      RecordStore store, QueryPlan plan, Continuation from) {
    return store
        .context()
        .join(
            store
                .queries()
                .run(plan, Bindings.none(), from, ScanOptions.defaults().withRowsMax(1))
                .asPage());
  }

  private static List<QueryRow> rest(
      RecordStore store, QueryPlan plan, RecordCursor.Page<QueryRow> first) {
    List<QueryRow> rows = new ArrayList<>(first.items());
    Continuation from = Continuation.fromBytes(first.continuation().toBytes());
    while (!from.isEnd()) {
      RecordCursor.Page<QueryRow> page = slice(store, plan, from);
      rows.addAll(page.items());
      from = page.continuation();
    }
    return rows;
  }

  private static void rebuild(
      TestDatabase test, RecordMetaData metaData, String index, BuildLimits limits) {
    test.run(
        context ->
            RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN)
                .thenCompose(store -> store.rebuildIndex(index, limits)));
  }

  private static RecordStore open(
      RecordContext context, TestDatabase test, RecordMetaData metaData) {
    return context.join(
        RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN));
  }

  private void check(
      RecordStore store,
      RecordMetaData metaData,
      List<Message> records,
      RecordQuery query,
      PlannerOptions options) {
    QueryPlan plan;
    try {
      plan = store.queries().plan(query, options);
    } catch (RecordLayerException e) {
      boolean isTooComplex = e.code() == RecordLayerException.Code.QUERY_TOO_COMPLEX;
      assertTrue(
          isTooComplex || e.code() == RecordLayerException.Code.QUERY_NOT_PLANNED,
          query + ": " + e.code());
      assertTrue(isTooComplex || !query.order().isEmpty() || query.isDistinct(), query.toString());
      refused++;
      return;
    }
    planned++;
    plan.toString()
        .lines()
        .map(line -> line.strip().replaceAll(" .*", ""))
        .forEach(word -> operators.merge(word, 1, Integer::sum));
    List<QueryPlan> all =
        store.queries().alternatives(query, Bindings.none(), options, OTHER_PLANS_MAX);
    for (QueryPlan each : List.of(plan, all.get(planned % all.size()))) {
      try {
        assertAnswer(metaData, records, query, CheckedStore.rows(store, each, Bindings.none()));
      } catch (AssertionError | RuntimeException e) {
        String about = query + "\n" + each.explain() + metaData.indexes();
        throw new AssertionError(about + "\n" + e, e);
      }
    }
  }

  private static void assertAnswer(
      RecordMetaData metaData, List<Message> records, RecordQuery query, List<QueryRow> rows) {
    Map<Tuple, Message> expected = new HashMap<>();
    List<Tuple> keys = new ArrayList<>();
    for (Message record : records) {
      String type = record.getDescriptorForType().getName();
      boolean asked = query.types().isEmpty() || query.types().contains(type);
      if (asked
          && query
              .condition()
              .map(each -> metaData.bound().predicate(each, type).holds(record))
              .orElse(true)) {
        expected.put(id(metaData, record), record);
        keys.add(orderKey(metaData, record, query.order()));
      }
    }
    int limit = query.limit() == 0 ? Integer.MAX_VALUE : query.limit();
    assertEquals(Math.min(limit, expected.size()), rows.size(), "rows");
    assertEquals(
        rows.size(), new HashSet<>(rows.stream().map(QueryRow::primaryKey).toList()).size());
    keys.sort(null);
    for (int i = 0; i < rows.size(); i++) {
      Message record = expected.get(rows.get(i).primaryKey());
      assertTrue(record != null, () -> "no record of the query among " + rows);
      assertEquals(keys.get(i), orderKey(metaData, record, query.order()), "order of row " + i);
      assertColumns(metaData, query, record, rows.get(i));
    }
  }

  private static void assertColumns(
      RecordMetaData metaData, RecordQuery query, Message record, QueryRow row) {
    String type = record.getDescriptorForType().getName();
    if (query.wanted().isEmpty()) {
      assertEquals(type, row.record().orElseThrow().type());
      return;
    }
    List<Object> values = new ArrayList<>();
    query
        .wanted()
        .forEach(
            column ->
                values.add(metaData.bound().evaluator(column, type).evaluateOne(record).get(0)));
    assertEquals(Tuple.fromList(values), row.values());
  }

  private static Tuple id(RecordMetaData metaData, Message record) {
    return metaData.bound().type(record.getDescriptorForType().getName()).primaryKeyOf(record);
  }

  private static Tuple orderKey(RecordMetaData metaData, Message record, List<OrderColumn> order) {
    List<Object> elements = new ArrayList<>();
    for (OrderColumn each : order) {
      KeyEvaluator column =
          metaData.bound().evaluator(each.column(), record.getDescriptorForType().getName());
      elements.add(each.order().encode(column.evaluateOne(record).get(0)));
    }
    return Tuple.fromList(elements);
  }
}
