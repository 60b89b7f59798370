package dev.tenure.campaigns.queries;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;

import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.aggregate.Aggregate;
import dev.tenure.record.query.aggregate.AggregateQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Indexes of groups, and queries of groups of tasks and rivals. */
final class RandomGroups {
  private static final List<KeyExpression> SINGLE =
      List.of(
          QueryColumns.TEAM,
          QueryColumns.SLOT,
          QueryColumns.SCORE,
          QueryColumns.TEXT,
          QueryColumns.ID);
  private static final List<KeyExpression> NUMBERS = List.of(QueryColumns.SCORE, QueryColumns.SLOT);
  private static final List<Operator> COMPARING =
      List.of(Operator.LESS, Operator.GREATER_OR_EQUAL, Operator.NOT_EQUAL, Operator.EQUAL);

  private final RandomGenerator random;
  private final QueryColumns columns;
  private final RandomConditions conditions;
  private final List<QueryPredicate> sparse = new ArrayList<>();
  private final List<List<KeyExpression>> indexed = new ArrayList<>();
  private final List<Extremum> extrema = new ArrayList<>();

  /** An index of extrema: its group, of which some columns come in front of the extremum. */
  private record Extremum(List<KeyExpression> group, KeyExpression of, int front) {}

  RandomGroups(RandomGenerator random, QueryColumns columns, RandomConditions conditions) {
    this.random = random;
    this.columns = columns;
    this.conditions = conditions;
  }

  void addIndexes(RecordMetaData.Builder builder) {
    List<KeyExpression> group = group(true);
    for (int i = random.nextInt(2, 7); i > 0; i--) {
      group = random.nextInt(3) == 0 ? group(true) : group;
      indexed.add(group.stream().map(RandomGroups::plain).toList());
      if (random.nextInt(6) == 0) {
        builder.index(
            List.of(QueryColumns.TASK, QueryColumns.RIVAL),
            Index.count("g" + i, QueryColumns.TEAM));
      } else {
        builder.index(QueryColumns.TASK, index("g" + i, group));
      }
    }
  }

  private Index index(String name, List<KeyExpression> group) {
    KeyExpression key = whole(group);
    KeyExpression column = one(NUMBERS);
    Index index =
        switch (random.nextInt(8)) {
          case 0, 1 -> Index.count(name, key);
          case 2 -> Index.aggregate(name, Index.SUM, key, column);
          case 3 -> Index.aggregate(name, Index.COUNT_NOT_NULL, key, column);
          case 4, 5 -> value(name, group);
          default -> extremum(name, group, random.nextInt(4) == 0 ? one(SINGLE) : column);
        };
    if (List.of(Index.COUNT, Index.SUM, Index.COUNT_NOT_NULL).contains(index.type())
        && random.nextBoolean()) {
      index = index.option(Index.CLEAR_WHEN_ZERO, "true");
    }
    if (random.nextInt(5) == 0) {
      QueryPredicate where = conditions.comparison(one(SINGLE), true, false);
      sparse.add(where);
      return index.where(where);
    }
    return index;
  }

  private Index extremum(String name, List<KeyExpression> group, KeyExpression column) {
    boolean least = random.nextBoolean();
    int behind = random.nextInt(group.size() + 1);
    KeyExpression of = least ? Aggregate.min(column) : Aggregate.max(column);
    List<KeyExpression> plain = group.stream().map(RandomGroups::plain).toList();
    extrema.add(new Extremum(plain, of, group.size() - behind));
    String type = least ? Index.PERMUTED_MIN : Index.PERMUTED_MAX;
    return Index.aggregate(name, type, whole(group), column)
        .option(Index.PERMUTED_SIZE, String.valueOf(behind));
  }

  private Index value(String name, List<KeyExpression> group) {
    List<KeyExpression> key = new ArrayList<>(group);
    KeyExpression last = one(SINGLE);
    if (!key.contains(last)) {
      key.add(last);
    }
    Index index = Index.value(name, whole(key));
    return random.nextBoolean() ? index.covering(one(SINGLE)) : index;
  }

  private static KeyExpression whole(List<KeyExpression> key) {
    return switch (key.size()) {
      case 0 -> empty();
      case 1 -> key.get(0);
      default -> concat(key.toArray(KeyExpression[]::new));
    };
  }

  private static KeyExpression plain(KeyExpression column) {
    return column instanceof KeyExpression.Function function ? function.arguments() : column;
  }

  /** The first columns of an index, in any order; or others. */
  private List<KeyExpression> groupOfQuery() {
    if (indexed.isEmpty() || random.nextInt(5) == 0) {
      return group(false);
    }
    List<KeyExpression> key = one(indexed);
    int first = key.isEmpty() ? 0 : random.nextInt(key.size() + 1);
    return shuffled(key.subList(0, first));
  }

  private List<KeyExpression> shuffled(List<KeyExpression> of) {
    List<KeyExpression> shuffled = new ArrayList<>(of);
    Collections.shuffle(shuffled, new Random(random.nextLong()));
    return shuffled;
  }

  private List<KeyExpression> group(boolean ofIndex) {
    List<KeyExpression> group = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      KeyExpression column = random.nextInt(7) == 0 ? QueryColumns.TAG : one(SINGLE);
      if (ofIndex && column.equals(QueryColumns.SCORE) && random.nextBoolean()) {
        column = ordered(columns.order(), QueryColumns.SCORE);
      }
      if (!group.contains(column)) {
        group.add(column);
      }
    }
    return group;
  }

  Asked asked(EveryRecord everyRecord) {
    boolean ofExtremum = !extrema.isEmpty() && random.nextInt(3) == 0;
    AggregateQuery query = ofExtremum ? inOrderOf(one(extrema)) : ofColumns();
    Optional<QueryPredicate> condition = query.records().condition();
    if (condition.isEmpty() || random.nextInt(3) > 0) {
      return new AskedGroups(query, condition, Bindings.none(), everyRecord);
    }
    RandomConditions.Parameters parameters = new RandomConditions.Parameters(random);
    AggregateQuery asked = query.where(parameters.of(condition.get()));
    return new AskedGroups(asked, condition, parameters.bindings(), everyRecord);
  }

  /** In the order of an index of extrema, or nearly. */
  private AggregateQuery inOrderOf(Extremum index) {
    KeyExpression column = Aggregate.find(index.of()).orElseThrow().column().orElseThrow();
    AggregateQuery query =
        AggregateQuery.of(QueryColumns.TASK)
            .groupBy(index.group().toArray(KeyExpression[]::new))
            .select(index.of());
    query =
        switch (random.nextInt(6)) {
          case 0 -> query.where(Predicates.notNull(column));
          case 1, 2 -> query.where(Predicates.and(Predicates.notNull(column), where(false)));
          case 3 -> query.having(Predicates.notNull(index.of()));
          case 4 -> query;
          default -> query.having(having(query, List.of()));
        };
    List<KeyExpression> order = new ArrayList<>(index.group());
    order.add(index.front(), index.of());
    order.removeIf(KeyExpression::fansOut);
    order = random.nextInt(8) == 0 ? shuffled(order) : order;
    boolean down = random.nextBoolean();
    query =
        query.orderBy(
            order.stream()
                .limit(random.nextInt(1, order.size() + 1))
                .map(each -> down == random.nextInt(8) > 0 ? descending(each) : ascending(each))
                .toArray(OrderColumn[]::new));
    return random.nextInt(4) == 0 ? query.limit(random.nextInt(1, 6)) : query;
  }

  private AggregateQuery ofColumns() {
    int types = random.nextInt(8);
    boolean common = types < 2;
    AggregateQuery query =
        types == 0
            ? AggregateQuery.of()
            : AggregateQuery.of(types == 1 ? QueryColumns.RIVAL : QueryColumns.TASK);
    if (random.nextInt(3) > 0) {
      query = query.where(where(common));
    }
    List<KeyExpression> group =
        common ? random.nextBoolean() ? List.of() : List.of(QueryColumns.TEAM) : groupOfQuery();
    query = query.groupBy(group.toArray(KeyExpression[]::new)).select(aggregates(common));
    if (random.nextInt(3) == 0) {
      query = query.having(having(query, group));
    }
    List<KeyExpression> order = shuffled(group);
    order.remove(QueryColumns.TAG);
    if (!order.isEmpty() && random.nextInt(3) == 0) {
      query =
          query.orderBy(
              order.stream()
                  .limit(random.nextInt(1, 3))
                  .map(each -> random.nextInt(4) == 0 ? descending(each) : ascending(each))
                  .toArray(OrderColumn[]::new));
    }
    return random.nextInt(4) == 0 ? query.limit(random.nextInt(1, 6)) : query;
  }

  private KeyExpression[] aggregates(boolean common) {
    KeyExpression distinct = common ? QueryColumns.TEAM : one(SINGLE);
    return Stream.generate(() -> aggregate(common, distinct))
        .limit(random.nextInt(1, 4))
        .distinct()
        .toArray(KeyExpression[]::new);
  }

  private KeyExpression aggregate(boolean common, KeyExpression distinct) {
    KeyExpression column = common ? columns.common() : one(SINGLE);
    KeyExpression number = common ? QueryColumns.ID : one(NUMBERS);
    return switch (random.nextInt(9)) {
      case 0, 1 -> Aggregate.count();
      case 2 -> Aggregate.count(column);
      case 3, 4 -> Aggregate.sum(number);
      case 5 -> Aggregate.average(number);
      case 6 -> Aggregate.min(column);
      case 7 -> Aggregate.max(column);
      default -> Aggregate.countDistinct(distinct);
    };
  }

  private QueryPredicate having(AggregateQuery query, List<KeyExpression> group) {
    KeyExpression column =
        random.nextInt(3) == 0 && !query.selected().isEmpty() && !group.isEmpty()
            ? Aggregate.count()
            : query.selected().get(random.nextInt(query.selected().size())).expression();
    Aggregate aggregate = Aggregate.find(column).orElseThrow();
    boolean isText = aggregate.column().filter(QueryColumns::isText).isPresent();
    Object value =
        switch (aggregate.kind()) {
          case AVERAGE -> random.nextInt(-4, 8) / 2.0;
          case MIN, MAX -> isText ? columns.word() : (Object) columns.number();
          default -> columns.number();
        };
    QueryPredicate condition =
        random.nextInt(4) == 0
            ? Predicates.notNull(column)
            : Predicates.compare(column, one(COMPARING), value);
    if (group.isEmpty() || random.nextBoolean()) {
      return condition;
    }
    QueryPredicate ofGroup = ofGroup(one(group));
    return switch (random.nextInt(3)) {
      case 0 -> Predicates.and(condition, ofGroup);
      case 1 -> Predicates.or(condition, ofGroup);
      default -> ofGroup;
    };
  }

  private QueryPredicate ofGroup(KeyExpression column) {
    return switch (random.nextInt(6)) {
      case 0 -> Predicates.isNull(column);
      case 1 -> Predicates.notNull(column);
      default -> Predicates.compare(column, one(COMPARING), columns.value(column));
    };
  }

  private QueryPredicate where(boolean common) {
    QueryPredicate one =
        !common && !sparse.isEmpty() && random.nextBoolean()
            ? one(sparse)
            : conditions.condition(1, common, true);
    return switch (random.nextInt(5)) {
      case 0, 1 -> Predicates.and(one, conditions.condition(1, common, true));
      case 2 -> Predicates.or(one, conditions.condition(1, common, true));
      default -> one;
    };
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
