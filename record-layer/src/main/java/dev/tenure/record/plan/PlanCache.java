package dev.tenure.record.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tenure.record.context.TransactionEnvironment;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import java.util.Collection;
import java.util.List;

/**
 * The plans of a process, by metadata, readable indexes, options and the shape of the query:
 * queries that differ in values only have one plan. The plans used least lately go first. Safe for
 * use by many threads.
 */
public final class PlanCache {
  /** How many plans are kept. */
  public static final int PLANS_MAX = 1_000;

  private final Cache<Key, QueryPlan> plans =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).executor(Runnable::run).recordStats().build();

  /** What a plan depends on. Metadata is compared by identity: it is built once. */
  private record Key(
      BoundMetaData metaData, List<String> readable, PlannerOptions options, String shape) {}

  /** The cache of a process. */
  public static PlanCache of(TransactionEnvironment environment) {
    return environment.attachment(PlanCache.class, PlanCache::new);
  }

  /** The plan of a query, made unless there is one of its shape. */
  public QueryPlan plan(
      QueryPlanner planner,
      RecordQuery query,
      Collection<BoundIndex> readable,
      PlannerOptions options) {
    QueryShape shape = planner.shape(query);
    return plans
        .get(key(planner, readable, options, shape.text()), unused -> planner.plan(query, shape))
        .with(shape.bindings(Bindings.none()));
  }

  /** The plan of a query of groups, made unless there is one of its shape. */
  public QueryPlan plan(
      QueryPlanner planner,
      AggregateQuery query,
      Collection<BoundIndex> readable,
      PlannerOptions options) {
    AggregateShape shape = planner.shape(query);
    return plans
        .get(key(planner, readable, options, shape.text()), unused -> planner.plan(shape))
        .with(shape.all().bindings(Bindings.none()));
  }

  private static Key key(
      QueryPlanner planner, Collection<BoundIndex> readable, PlannerOptions options, String shape) {
    return new Key(
        planner.metaData(), readable.stream().map(BoundIndex::name).toList(), options, shape);
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
