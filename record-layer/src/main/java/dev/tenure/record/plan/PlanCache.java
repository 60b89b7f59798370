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
 * The plans of a process, by metadata, readable indexes, planner options and the query's shape.
 * Queries that differ only in values share a plan. A full cache drops the plan whose last use is
 * longest ago. Safe for use by many threads.
 */
public final class PlanCache {
  /** The most plans that a cache keeps. */
  public static final int PLANS_MAX = 1_000;

  private final Cache<PlannerKey, QueryPlanner> planners =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).executor(Runnable::run).build();
  private final Cache<Object, QueryPlan> plans =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).executor(Runnable::run).recordStats().build();

  /** The inputs of a planner. Each is compared by identity where it is built once in a process. */
  private record PlannerKey(
      BoundMetaData metaData, int version, List<BoundIndex> readable, PlannerOptions options) {}

  /** The key of a plan. It does not contain values and names of queries. */
  private record Key(
      QueryPlanner planner,
      List<QueryPredicate> conjuncts,
      Map<String, Integer> listSizes,
      String selectivities,
      RecordQuery withoutCondition) {}

  /** The key of a plan for groups. */
  private record GroupsKey(QueryPlanner planner, String shape) {}

  /** A plan, with whether it was already in the cache. */
  public record Found(QueryPlan plan, boolean remembered) {}

  /** The cache of a process. */
  public static PlanCache of(TransactionEnvironment environment) {
    return environment.attachment(PlanCache.class, PlanCache::new);
  }

  /**
   * Returns the plan of a query. The plan is made if the cache has none for the query's shape.
   *
   * @param readable the readable indexes of the store, as objects of its metadata
   * @param values example values of parameters, for which the plan should be cheap
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

  /**
   * Returns the plan of a query for groups. The plan is made if the cache has none for the query's
   * shape.
   */
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

  /** The number of calls that found a plan in the cache. */
  public long hits() {
    return plans.stats().hitCount();
  }

  /** The number of calls that made a plan. */
  public long misses() {
    return plans.stats().missCount();
  }
}
