package dev.tenure.record.plan;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.cost.Cardinalities;
import dev.tenure.record.plan.cost.Selectivities;
import dev.tenure.record.plan.logical.Conjuncts;
import dev.tenure.record.plan.logical.Contradictions;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.logical.UniqueOrder;
import dev.tenure.record.plan.match.OrderSpec;
import dev.tenure.record.plan.memo.Alternatives;
import dev.tenure.record.plan.memo.Goal;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.Memo;
import dev.tenure.record.plan.memo.Optimizer;
import dev.tenure.record.plan.node.ColumnValues;
import dev.tenure.record.plan.node.Conditions;
import dev.tenure.record.plan.node.Fetch;
import dev.tenure.record.plan.node.MergeKey;
import dev.tenure.record.plan.node.Needs;
import dev.tenure.record.plan.node.PlanNode;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.plan.node.Top;
import dev.tenure.record.plan.rank.RankColumn;
import dev.tenure.record.plan.rank.RankOrder;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plans queries for stores with one metadata. Immutable and safe for use by many threads.
 *
 * <p>Planning has four steps (Graefe's Cascades; Record Layer, appendix B). The query's condition
 * becomes a list of conditions that must all be true. The list becomes the first group of a memo.
 * Exploration rules add other ways to find the group's records. Implementation rules make operators
 * of these ways, and the optimizer takes the cheapest.
 */
public final class QueryPlanner {
  /**
   * The factor by which more plans are looked at than are returned, because some plans are
   * repeated.
   */
  private static final int REPEATED_MAX = 5;

  private final BoundMetaData metaData;
  private final int metaDataVersion;
  private final List<BoundIndex> readable;
  private final PlannerOptions options;
  private final List<QueryPredicate> sparse;
  private final Set<KeyExpression> dependent;
  private final Map<List<String>, List<String>> readOfOne = new ConcurrentHashMap<>();

  /**
   * Creates a planner.
   *
   * @param readable the indexes that may be read
   */
  public QueryPlanner(
      BoundMetaData metaData,
      int metaDataVersion,
      Collection<BoundIndex> readable,
      PlannerOptions options) {
    this.metaData = metaData;
    this.metaDataVersion = metaDataVersion;
    this.readable = List.copyOf(readable);
    this.options = options;
    this.dependent = dependent();
    this.sparse = sparse();
  }

  /**
   * Plans a query.
   *
   * @throws IllegalArgumentException naming a type, column or index that does not exist, or a
   *     comparison of different types
   * @throws dev.tenure.record.error.RecordLayerException QUERY_NOT_PLANNED when no index gives the
   *     order, with a suggested index; QUERY_TOO_COMPLEX beyond the planning limits
   */
  public QueryPlan plan(RecordQuery query) {
    QueryShape shape = shape(query, Bindings.none());
    return plan(query, shape).with(shape.bindings(), query);
  }

  /** Plans a query for groups; as {@link #plan(RecordQuery)}. */
  public QueryPlan plan(AggregateQuery query) {
    AggregateShape shape = shape(query);
    return plan(shape).with(shape.all().bindings(), query.records());
  }

  AggregateShape shape(AggregateQuery query) {
    return AggregateShape.of(query, conjuncts(query.records()), dependent);
  }

  /** Plans all queries for groups of one shape. The plan has no values. */
  QueryPlan plan(AggregateShape shape) {
    return new AggregatePlanner(metaData, metaDataVersion, readable, options).plan(shape);
  }

  /** The shape of a query, by which its plan is cached. */
  QueryShape shape(RecordQuery query, Bindings values) {
    List<String> types = types(query);
    // of several types there are many lists
    List<String> read =
        types.size() == 1 ? readOfOne.computeIfAbsent(types, this::read) : read(types);
    Selectivities.Source source =
        new Selectivities.Source(
            options.statistics(),
            metaData.tokenizers(),
            (part, known) -> !mayHold(query, part, known));
    return QueryShape.of(query, conjuncts(query), dependent, read, sparse, source, values);
  }

  private List<QueryPredicate> conjuncts(RecordQuery query) {
    return query
        .condition()
        .map(Conjuncts::of)
        .map(all -> Contradictions.without(all, each -> mayHold(query, each, Bindings.none())))
        .orElseGet(List::of);
  }

  private boolean mayHold(RecordQuery query, QueryPredicate condition, Bindings values) {
    return types(query).stream()
        .anyMatch(type -> metaData.predicate(condition, type).mayHold(values));
  }

  /**
   * The types whose records may be read for a query of some types: indexes and extents hold other
   * types too.
   */
  private List<String> read(List<String> asked) {
    Set<Integer> extents =
        asked.stream().map(type -> metaData.type(type).extent()).collect(Collectors.toSet());
    Stream<String> ofIndexes =
        readable.stream()
            .map(BoundIndex::typeNames)
            .filter(held -> held.containsAll(asked))
            .flatMap(Collection::stream);
    Stream<String> ofExtents =
        metaData.types().stream()
            .filter(type -> extents.contains(type.extent()))
            .map(BoundType::name);
    return Stream.of(asked.stream(), ofIndexes, ofExtents)
        .flatMap(each -> each)
        .distinct()
        .toList();
  }

  /** The conditions of sparse indexes that may be read. */
  private List<QueryPredicate> sparse() {
    return readable.stream()
        .flatMap(index -> index.index().predicate().stream())
        .flatMap(each -> Conjuncts.of(each).stream())
        .toList();
  }

  /** Plans all queries of one shape, of which an example is given. The plan has no values. */
  QueryPlan plan(RecordQuery asked, QueryShape shape) {
    require(asked);
    RecordQuery query = inSimpleOrder(asked, shape);
    Explored explored = explore(shape);
    Optimizer optimizer =
        new Optimizer(
            metaData,
            explored.cardinalities(),
            options.rules().implementing(),
            types(query),
            options.limits());
    Group root = explored.root();
    Needs needs = needs(query);
    if (query.isDistinct()) {
      return plan(shape, distinct(query, shape, root, optimizer));
    }
    Optional<PlanNode> ordered = ordered(query, root, needs, optimizer);
    double cost = ordered.map(ordered(query, root, needs)::costOf).orElse(Double.MAX_VALUE);
    PlanNode plan =
        top(query, root, needs, optimizer)
            .filter(each -> each.estimate().whole() < cost) // it has no rows beyond the limit
            .or(() -> ordered)
            .orElseThrow(() -> MissingIndex.error(query, shape.conjuncts(), types(query)));
    return plan(shape, plan);
  }

  /**
   * Returns several plans of a query, to compare their expected costs with what they really read.
   * {@link Alternatives} says which plans these are. Each is tried with and without sorting rows in
   * memory.
   *
   * @param values example values of parameters, for which the plans should be cheap
   * @param plansMax the most plans that are returned
   * @throws IllegalArgumentException as {@link #plan(RecordQuery)}
   */
  public List<QueryPlan> alternatives(RecordQuery asked, Bindings values, int plansMax) {
    if (asked.isDistinct()) {
      return List.of(plan(asked));
    }
    require(asked);
    QueryShape shape = shape(asked, values);
    RecordQuery query = inSimpleOrder(asked, shape);
    Explored explored = explore(shape);
    Group root = explored.root();
    Alternatives alternatives =
        new Alternatives(
            metaData, explored.cardinalities(), options.rules().implementing(), types(query));
    Map<String, PlanNode> found = new LinkedHashMap<>();
    Needs needs = needs(query);
    boolean isTopAllowed = isTopAllowed(query);
    int ofEachKind = isTopAllowed ? Math.max(1, plansMax / 2) : plansMax;
    alternatives.give(root, ordered(query, root, needs), intoUpTo(ofEachKind, found));
    if (isTopAllowed) {
      Predicate<PlanNode> more = intoUpTo(plansMax, found);
      alternatives.give(root, unordered(query), plan -> more.test(top(query, plan, needs)));
    }
    Bindings own = shape.bindings();
    return found.values().stream().map(plan -> plan(shape, plan).with(own, query)).toList();
  }

  /**
   * A consumer of plans that stops when it has enough plans, or when too many plans were repeated.
   */
  private static Predicate<PlanNode> intoUpTo(int plansMax, Map<String, PlanNode> found) {
    AtomicInteger left = new AtomicInteger(plansMax * REPEATED_MAX);
    return plan -> {
      found.putIfAbsent(PlanText.of(plan), plan);
      return left.decrementAndGet() > 0 && found.size() < plansMax;
    };
  }

  private QueryPlan plan(QueryShape shape, PlanNode plan) {
    List<String> types = types(shape.query());
    List<Function<Row, @Nullable Object>> wanted =
        shape.query().wanted().stream()
            .map(each -> new ColumnValues(each, metaData, types))
            .<Function<Row, @Nullable Object>>map(each -> each::of)
            .toList();
    Conditions condition = new Conditions(shape.conjuncts(), metaData, types);
    return new QueryPlan(
        plan,
        condition,
        shape.query().limit(),
        wanted,
        metaDataVersion,
        Bindings.none(),
        QueryLabel.of(shape, shape.query().types()));
  }

  /** The explored group of a query's records, with the estimator of its number of records. */
  private record Explored(Group root, Cardinalities cardinalities) {}

  private Explored explore(QueryShape shape) {
    Cardinalities cardinalities =
        new Cardinalities(metaData, options.statistics(), shape.listSizes(), shape.known());
    Memo memo =
        new Memo(metaData, allowed(readable, shape.query()), cardinalities, options.limits());
    Group root = memo.group(new RecordSet(types(shape.query()), shape.conjuncts()));
    memo.explore(options.rules().exploring());
    return new Explored(root, cardinalities);
  }

  private RecordQuery inSimpleOrder(RecordQuery asked, QueryShape shape) {
    List<String> types = types(asked);
    RecordQuery query =
        RankOrder.byScores(asked, types, shape.conjuncts(), allowed(readable, asked));
    if (types.size() > 1 || query.order().size() < 2) {
      return query;
    }
    List<KeyColumn> key = metaData.type(types.get(0)).primaryKey().columns();
    List<OrderColumn> order = UniqueOrder.of(query.order(), key, shape.conjuncts());
    return query.orderBy(order.toArray(OrderColumn[]::new));
  }

  private static List<BoundIndex> allowed(Collection<BoundIndex> indexes, RecordQuery query) {
    return indexes.stream().filter(index -> query.allows(index.name())).toList();
  }

  private static Needs needs(RecordQuery query) {
    return query.wanted().isEmpty() ? Needs.wholeRecord() : Needs.of(query.wanted());
  }

  private static double share(RecordQuery query, Group root) {
    return query.limit() == 0 ? Goal.ALL : query.limit() / root.rows();
  }

  private Optional<PlanNode> ordered(
      RecordQuery query, Group root, Needs needs, Optimizer optimizer) {
    return optimizer.best(root, ordered(query, root, needs));
  }

  private Goal ordered(RecordQuery query, Group root, Needs needs) {
    OrderSpec columns = OrderSpec.by(query.order());
    OrderSpec order = options.keyOrder() ? columns.then(OrderSpec.Key.ASCENDING) : columns;
    return new Goal(order, needs, share(query, root));
  }

  /** The cheapest plan for distinct rows, over the possible orders of their columns. */
  private PlanNode distinct(RecordQuery query, QueryShape shape, Group root, Optimizer optimizer) {
    List<List<OrderColumn>> orders = DistinctRows.orders(query);
    double share = share(query, root);
    PlanNode best =
        orders.stream()
            .map(order -> new Goal(OrderSpec.by(order), needs(query), share))
            .flatMap(goal -> optimizer.best(root, goal).stream())
            .min(Comparator.comparingDouble(each -> each.estimate().cost(share)))
            .orElseThrow(
                () ->
                    MissingIndex.error(
                        query.orderBy(orders.get(0).toArray(OrderColumn[]::new)),
                        shape.conjuncts(),
                        types(query)));
    List<ColumnValues> values =
        query.wanted().stream()
            .map(each -> new ColumnValues(each, metaData, types(query)))
            .toList();
    return new DistinctRows(best, query.wanted(), values);
  }

  /** A plan that sorts the first rows in memory, if the query's limit is small. */
  private Optional<PlanNode> top(RecordQuery query, Group root, Needs needs, Optimizer optimizer) {
    return isTopAllowed(query)
        ? optimizer.best(root, unordered(query)).map(plan -> top(query, plan, needs))
        : Optional.empty();
  }

  private boolean isTopAllowed(RecordQuery query) {
    return !query.order().isEmpty() && query.limit() > 0 && query.limit() <= options.topRowsMax();
  }

  /**
   * The goal of a plan that is sorted in memory: all rows in any order, with the columns of the
   * query's order.
   */
  private static Goal unordered(RecordQuery query) {
    Needs columns = Needs.of(query.order().stream().map(OrderColumn::column).toList());
    return new Goal(OrderSpec.none(), columns, Goal.ALL);
  }

  private PlanNode top(RecordQuery query, PlanNode plan, Needs needs) {
    OrderSpec order = OrderSpec.by(query.order()).then(OrderSpec.Key.ASCENDING);
    Top top = new Top(plan, new MergeKey(order, metaData, types(query)), query.limit());
    return top.delivered().has(needs) ? top : new Fetch(top);
  }

  private List<String> types(RecordQuery query) {
    return query.types().isEmpty()
        ? metaData.types().stream().map(BoundType::name).toList()
        : query.types();
  }

  /** Refuses types, columns and indexes that the metadata does not have, before planning begins. */
  private void require(RecordQuery query) {
    List<String> types = types(query);
    types.forEach(metaData::type);
    query.hintedIndexes().forEach(metaData::index);
    query.condition().ifPresent(each -> new Conditions(List.of(each), metaData, types));
    query.order().forEach(each -> new ColumnValues(each.column(), metaData, types));
    query.wanted().forEach(each -> new ColumnValues(each, metaData, types));
    requireRanks(query);
  }

  /**
   * Refuses ranks that two indexes count differently, and ranks among the selected columns, which
   * no row has.
   */
  private void requireRanks(RecordQuery query) {
    List<BoundIndex> allowed = allowed(metaData.indexes(), query);
    query.condition().map(each -> RankColumn.in(List.of(each))).orElseGet(List::of).stream()
        .forEach(each -> each.requireOneMeaning(allowed));
    query.order().stream()
        .flatMap(each -> RankColumn.of(each.column()).stream())
        .forEach(each -> each.requireOneMeaning(allowed));
    for (KeyExpression wanted : query.wanted()) {
      if (wanted.needsRank()) {
        throw new IllegalArgumentException(
            "selected column "
                + wanted
                + " is a rank, which rows do not have: use Ranks of the index");
      }
    }
  }

  /** The columns whose values in a query may decide which plan is right. */
  private Set<KeyExpression> dependent() {
    Set<KeyExpression> columns = new LinkedHashSet<>();
    for (BoundIndex index : readable) {
      index
          .index()
          .predicate()
          .map(each -> PredicateColumns.of(each, QueryPlanner::hasValues))
          .ifPresent(columns::addAll);
    }
    return columns;
  }

  private static boolean hasValues(QueryPredicate condition) {
    return !(condition instanceof QueryPredicate.NullCheck);
  }
}
