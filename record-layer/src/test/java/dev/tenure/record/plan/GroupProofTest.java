package dev.tenure.record.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.DeclaredStatistics;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Random data, indexes and queries of groups: what a plan gives is what a look at every record
 * gives, whole, cut at every row and at every entry that is read, with changes of the transaction.
 */
final class GroupProofTest {
  private static final int WORLDS = Integer.getInteger("tenure.groups.worlds", 30);
  private static final int QUERIES = 40;

  private int planned;
  private int refused;
  private int extrema;
  private final Map<String, Integer> operators = new TreeMap<>();

  @Test
  void groupsAreThoseOfALookAtEveryRecord() {
    RandomGenerator seeds = Seeds.random("GroupProofTest");
    for (int i = 0; i < WORLDS; i++) {
      long seed = seeds.nextLong();
      try {
        runWorld(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("world " + i + " of seed " + seed + "L: " + e.getMessage(), e);
      }
    }
    System.out.println(planned + " planned, " + refused + " refused, operators " + operators);
    assertTrue(planned > refused, "most queries have a plan");
    assertTrue(extrema > planned / 30, () -> extrema + " plans of extrema are too few");
  }

  private void runWorld(long seed) {
    RandomGenerator random = Seeds.of(seed);
    RandomGroups groups = new RandomGroups(random);
    RecordMetaData metaData = groups.metaData();
    List<Message> records = new ArrayList<>();
    try (TestDatabase test = new TestDatabase()) {
      int count = random.nextInt(30);
      test.run(
          context -> {
            RecordStore store = open(context, test, metaData);
            for (int i = 0; i < count; i++) {
              Message record = random.nextInt(4) == 0 ? groups.rival(i) : groups.subject(i);
              records.add(record);
              context.join(store.save(record));
            }
            return CompletableFuture.completedFuture(null);
          });
      RecordContext context = test.database.openContext();
      RecordStore store = open(context, test, metaData);
      for (int i = 0; i < QUERIES; i++) {
        if (random.nextInt(4) == 0 && count > 0) {
          change(store, groups, records, random);
        }
        check(store, metaData, records, groups.query(), options(random));
      }
      context.close();
    }
  }

  /** Replaces or deletes a record in the transaction that is read. */
  private static void change(
      RecordStore store, RandomGroups groups, List<Message> records, RandomGenerator random) {
    int place = random.nextInt(Math.max(1, records.size()));
    if (place >= records.size()) {
      return;
    }
    Message old = records.get(place);
    long id = (Long) old.getField(old.getDescriptorForType().findFieldByName("id"));
    String type = old.getDescriptorForType().getName();
    if (random.nextBoolean()) {
      store.context().join(store.delete(type, Tuple.from(id)));
      records.remove(place);
    } else {
      Message other = type.equals("Rival") ? groups.rival(id) : groups.subject(id);
      store.context().join(store.save(other));
      records.set(place, other);
    }
  }

  private static PlannerOptions options(RandomGenerator random) {
    DeclaredStatistics statistics =
        Statistics.declared().records("Subject", random.nextInt(1, 100_000));
    return PlannerOptions.defaults().withStatistics(statistics);
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
      AggregateQuery query,
      PlannerOptions options) {
    QueryPlan plan;
    try {
      plan = store.queries().plan(query, options);
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.QUERY_NOT_PLANNED, e.code(), query.toString());
      refused++;
      return;
    }
    planned++;
    extrema += plan.toString().contains("extrema") ? 1 : 0;
    plan.toString()
        .lines()
        .map(line -> line.strip().replaceAll(" .*", ""))
        .forEach(word -> operators.merge(word, 1, Integer::sum));
    GroupsByHand byHand = new GroupsByHand(metaData, query);
    List<Tuple> expected = byHand.rows(records);
    String about = query + "\n" + plan.explain() + metaData.indexes() + "\n" + records;
    try {
      List<QueryRow> rows = CheckedStore.rows(store, plan, Bindings.none());
      assertRows(byHand, expected, rows.stream().map(QueryRow::values).toList(), query.limit());
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(about + "\n" + e, e);
    }
  }

  private static void assertRows(
      GroupsByHand byHand, List<Tuple> expected, List<Tuple> found, int limit) {
    int count = limit == 0 ? expected.size() : Math.min(limit, expected.size());
    assertEquals(count, found.size(), () -> "rows of " + expected + ": " + found);
    List<Tuple> orders = new ArrayList<>(expected.stream().map(byHand::orderOf).toList());
    orders.sort(null);
    List<Tuple> left = new ArrayList<>(expected);
    for (int i = 0; i < count; i++) {
      Tuple row = found.get(i);
      assertTrue(left.remove(row), () -> row + " is not among " + expected);
      assertEquals(orders.get(i), byHand.orderOf(row), () -> "order of " + found);
    }
  }
}
