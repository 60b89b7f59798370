package dev.tenure.record.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tenure.record.context.TransactionEnvironment;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The plans of a process, by metadata, readable indexes, options and the shape of the query:
 * queries that differ in values only have one plan. The plans used least lately go first. Safe for
 * use by many threads.
 */
public final class PlanCache {
  /** How many plans are kept. */
  public static final int PLANS_MAX = 1_000;

  private final Cache<PlannerKey, QueryPlanner> planners =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).executor(Runnable::run).build();
  private final Cache<Object, QueryPlan> plans =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).executor(Runnable::run).recordStats().build();

  /** What plans depend on beside the query. Metadata and indexes are built once. */
  private record PlannerKey(
      BoundMetaData metaData, int version, List<BoundIndex> readable, PlannerOptions options) {}

  /** What a plan depends on: values and names of queries are left out. */
  private record Key(
      QueryPlanner planner,
      List<QueryPredicate> conjuncts,
      Map<String, Integer> listSizes,
      String selectivities,
      RecordQuery withoutCondition) {}

  /** What a plan of groups depends on. */
  private record GroupsKey(QueryPlanner planner, String shape) {}

  /** A plan, and whether it was there. */
  public record Found(QueryPlan plan, boolean remembered) {}

  /** The cache of a process. */
  public static PlanCache of(TransactionEnvironment environment) {
    return environment.attachment(PlanCache.class, PlanCache::new);
  }

  /**
   * The plan of a query, made unless there is one of its shape.
   *
   * @param readable the indexes that may be read, as the metadata has them
   * @param values of parameters that the plan is to be good for
   */
  public Found plan(
      BoundMetaData metaData,
      int version,
      List<BoundIndex> readable,
      PlannerOptions options,
      RecordQuery query,
      Bindings values) {
    QueryPlanner planner = planner(metaData, version, readable, options);
    QueryShape shape = planner.shape(query, values);
    Key key =
        new Key(
            planner,
            shape.conjuncts(),
            shape.listSizes(),
            shape.known().toString(),
            shape.query().withoutCondition());
    Found found = find(key, () -> planner.plan(query, shape));
    return new Found(found.plan().with(shape.bindings(), query), found.remembered());
  }

  /** The plan of a query of groups, made unless there is one of its shape. */
  public Found plan(
      BoundMetaData metaData,
      int version,
      List<BoundIndex> readable,
      PlannerOptions options,
      AggregateQuery query) {
    QueryPlanner planner = planner(metaData, version, readable, options);
    AggregateShape shape = planner.shape(query);
    Found found = find(new GroupsKey(planner, shape.text()), () -> planner.plan(shape));
    return new Found(
        found.plan().with(shape.all().bindings(), query.records()), found.remembered());
  }

  private QueryPlanner planner(
      BoundMetaData metaData, int version, List<BoundIndex> readable, PlannerOptions options) {
    return planners.get(
        new PlannerKey(metaData, version, readable, options),
        key -> new QueryPlanner(metaData, version, readable, options));
  }

  private Found find(Object key, Supplier<QueryPlan> planned) {
    QueryPlan known = plans.getIfPresent(key);
    if (known != null) {
      return new Found(known, true);
    }
    QueryPlan plan = planned.get();
    plans.put(key, plan);
    return new Found(plan, false);
  }

  /** How often a plan was there when it was asked for. */
  public long hits() {
    return plans.stats().hitCount();
  }

  /** How often a plan had to be made. */
  public long misses() {
    return plans.stats().missCount();
  }
}
