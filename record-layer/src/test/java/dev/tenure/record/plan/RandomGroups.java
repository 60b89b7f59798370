package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;

import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.aggregate.Aggregate;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Metadata with indexes of values and of groups, and queries of groups of subjects and rivals. */
final class RandomGroups {
  private static final KeyExpression ID = field("id");
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression TEXT = field("text");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final List<KeyExpression> SINGLE = List.of(TEAM, SLOT, SCORE, TEXT, ID);
  private static final List<KeyExpression> NUMBERS = List.of(SCORE, SLOT);
  private static final List<Operator> COMPARING =
      List.of(Operator.LESS, Operator.GREATER_OR_EQUAL, Operator.NOT_EQUAL, Operator.EQUAL);

  private final RandomGenerator random;
  private final List<QueryPredicate> sparse = new ArrayList<>();
  private final List<List<KeyExpression>> indexed = new ArrayList<>();
  private final List<Extremum> extrema = new ArrayList<>();

  /** An index of extrema: its group, of which some columns come in front of the extremum. */
  private record Extremum(List<KeyExpression> group, KeyExpression of, int front) {}

  RandomGroups(RandomGenerator random) {
    this.random = random;
  }

  RecordMetaData metaData() {
    boolean shared = random.nextInt(3) == 0;
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Subject.getDefaultInstance(),
                type -> {
                  type.primaryKey(ID);
                  if (shared) {
                    type.inSharedExtent();
                  }
                })
            .recordType(
                Rival.getDefaultInstance(),
                type -> {
                  type.primaryKey(ID);
                  if (shared) {
                    type.inSharedExtent();
                  }
                });
    int indexes = random.nextInt(2, 10);
    List<KeyExpression> group = group(true);
    for (int i = 0; i < indexes; i++) {
      group = random.nextInt(3) == 0 ? group(true) : group;
      indexed.add(group.stream().map(RandomGroups::plain).toList());
      if (random.nextInt(6) == 0) {
        builder.index(List.of("Subject", "Rival"), Index.count("i" + i, whole(List.of(TEAM))));
      } else {
        builder.index("Subject", index("i" + i, group));
      }
    }
    return builder.build();
  }

  private Index index(String name, List<KeyExpression> group) {
    KeyExpression key = whole(group);
    KeyExpression column = one(NUMBERS);
    Index index =
        switch (random.nextInt(8)) {
          case 6, 7 -> extremum(name, group, random.nextInt(4) == 0 ? one(SINGLE) : column);
          case 0, 1 -> Index.count(name, key);
          case 2 -> Index.aggregate(name, Index.SUM, key, column);
          case 3 -> Index.aggregate(name, Index.COUNT_NOT_NULL, key, column);
          default -> value(name, group);
        };
    if (List.of(Index.COUNT, Index.SUM, Index.COUNT_NOT_NULL).contains(index.type())
        && random.nextBoolean()) {
      index = index.option(Index.CLEAR_WHEN_ZERO, "true");
    }
    if (random.nextInt(5) == 0) {
      QueryPredicate where = comparison(one(SINGLE));
      sparse.add(where);
      return index.where(where);
    }
    return index;
  }

  private Index extremum(String name, List<KeyExpression> group, KeyExpression column) {
    boolean least = random.nextBoolean();
    int behind = random.nextInt(group.size() + 1);
    List<KeyExpression> columns = group.stream().map(RandomGroups::plain).toList();
    KeyExpression of = least ? Aggregate.min(column) : Aggregate.max(column);
    extrema.add(new Extremum(columns, of, group.size() - behind));
    String type = least ? Index.PERMUTED_MIN : Index.PERMUTED_MAX;
    return Index.aggregate(name, type, whole(group), column)
        .option(Index.PERMUTED_SIZE, String.valueOf(behind));
  }

  private Index value(String name, List<KeyExpression> group) {
    List<KeyExpression> columns = new ArrayList<>(group);
    KeyExpression last = one(SINGLE);
    if (!columns.contains(last)) {
      columns.add(last);
    }
    Index index = Index.value(name, whole(columns));
    return random.nextBoolean() ? index.covering(one(SINGLE)) : index;
  }

  private static KeyExpression whole(List<KeyExpression> columns) {
    return switch (columns.size()) {
      case 0 -> empty();
      case 1 -> columns.get(0);
      default -> concat(columns.toArray(KeyExpression[]::new));
    };
  }

  private static KeyExpression plain(KeyExpression column) {
    return column instanceof KeyExpression.Function function ? function.arguments() : column;
  }

  /** The first columns of an index, in any order; or others. */
  private List<KeyExpression> groupOfQuery() {
    if (random.nextInt(5) == 0) {
      return group(false);
    }
    List<KeyExpression> columns = one(indexed);
    int first = columns.isEmpty() ? 0 : random.nextInt(columns.size() + 1);
    List<KeyExpression> group = new ArrayList<>(columns.subList(0, first));
    Collections.shuffle(group, new Random(random.nextLong()));
    return group;
  }

  private List<KeyExpression> group(boolean ofIndex) {
    List<KeyExpression> columns = new ArrayList<>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      KeyExpression column = random.nextInt(7) == 0 ? TAG : one(SINGLE);
      if (ofIndex && column.equals(SCORE) && random.nextBoolean()) {
        column = ordered(one(List.of(KeyOrder.values())), SCORE);
      }
      if (!columns.contains(column)) {
        columns.add(column);
      }
    }
    return columns;
  }

  AggregateQuery query() {
    return random.nextInt(4) == 0 && !extrema.isEmpty() ? inOrderOf(one(extrema)) : ofColumns();
  }

  /** In the order of an index of extrema, or nearly. */
  private AggregateQuery inOrderOf(Extremum index) {
    KeyExpression column = Aggregate.find(index.of()).orElseThrow().column().orElseThrow();
    AggregateQuery query =
        AggregateQuery.of("Subject")
            .groupBy(index.group().toArray(KeyExpression[]::new))
            .select(index.of());
    query =
        switch (random.nextInt(6)) {
          case 0 -> query.where(Predicates.notNull(column));
          case 1, 2 -> query.where(Predicates.and(Predicates.notNull(column), where(false)));
          case 3 -> query.having(Predicates.notNull(index.of()));
          default -> query.having(having(query, List.of()));
        };
    List<KeyExpression> ordered = new ArrayList<>(index.group().subList(0, index.front()));
    ordered.add(index.of());
    ordered.addAll(index.group().subList(index.front(), index.group().size()));
    ordered.removeIf(KeyExpression::fansOut);
    if (random.nextInt(8) == 0) {
      Collections.shuffle(ordered, new Random(random.nextLong()));
    }
    boolean down = random.nextBoolean();
    query =
        query.orderBy(
            ordered.stream()
                .limit(random.nextInt(1, ordered.size() + 1))
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
            : types == 1 ? AggregateQuery.of("Rival") : AggregateQuery.of("Subject");
    if (random.nextInt(3) > 0) {
      query = query.where(where(common));
    }
    List<KeyExpression> group =
        common ? random.nextBoolean() ? List.of() : List.of(TEAM) : groupOfQuery();
    query = query.groupBy(group.toArray(KeyExpression[]::new)).select(aggregates(common));
    if (random.nextInt(3) == 0) {
      query = query.having(having(query, group));
    }
    List<KeyExpression> ordered = new ArrayList<>(group);
    ordered.remove(TAG);
    Collections.shuffle(ordered, new Random(random.nextLong()));
    if (!ordered.isEmpty() && random.nextInt(3) == 0) {
      query =
          query.orderBy(
              ordered.stream()
                  .limit(random.nextInt(1, 3))
                  .map(each -> random.nextInt(4) == 0 ? descending(each) : ascending(each))
                  .toArray(OrderColumn[]::new));
    }
    return random.nextInt(4) == 0 ? query.limit(random.nextInt(1, 6)) : query;
  }

  private KeyExpression[] aggregates(boolean common) {
    Set<String> seen = new TreeSet<>();
    List<KeyExpression> aggregates = new ArrayList<>();
    KeyExpression distinct = common ? TEAM : one(SINGLE);
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      KeyExpression column = common ? (random.nextBoolean() ? ID : TEAM) : one(SINGLE);
      KeyExpression number = common ? ID : one(NUMBERS);
      KeyExpression next =
          switch (random.nextInt(9)) {
            case 0, 1 -> Aggregate.count();
            case 2 -> Aggregate.count(column);
            case 3, 4 -> Aggregate.sum(number);
            case 5 -> Aggregate.average(number);
            case 6 -> Aggregate.min(column);
            case 7 -> Aggregate.max(column);
            default -> Aggregate.countDistinct(distinct);
          };
      if (seen.add(next.toString())) {
        aggregates.add(next);
      }
    }
    return aggregates.toArray(KeyExpression[]::new);
  }

  private QueryPredicate having(AggregateQuery query, List<KeyExpression> group) {
    KeyExpression column =
        random.nextInt(3) == 0
            ? Aggregate.count()
            : query.selected().get(random.nextInt(query.selected().size())).expression();
    Aggregate aggregate = Aggregate.find(column).orElseThrow();
    boolean isText = aggregate.column().filter(each -> !isNumber(each)).isPresent();
    boolean givesNumber =
        switch (aggregate.kind()) {
          case MIN, MAX -> !isText;
          default -> true;
        };
    Object value =
        aggregate.kind() == Aggregate.Kind.AVERAGE
            ? (Object) (random.nextInt(-4, 8) / 2.0)
            : givesNumber ? (Object) (long) random.nextInt(-2, 5) : "b";
    QueryPredicate condition =
        random.nextInt(4) == 0
            ? Predicates.notNull(column)
            : Predicates.compare(column, one(COMPARING), value);
    if (group.isEmpty() || random.nextBoolean()) {
      return condition;
    }
    QueryPredicate ofGroup = comparison(one(group));
    return switch (random.nextInt(3)) {
      case 0 -> Predicates.and(condition, ofGroup);
      case 1 -> Predicates.or(condition, ofGroup);
      default -> ofGroup;
    };
  }

  private QueryPredicate where(boolean common) {
    if (common) {
      return comparison(random.nextBoolean() ? ID : TEAM);
    }
    QueryPredicate one =
        !sparse.isEmpty() && random.nextBoolean() ? one(sparse) : comparison(column());
    return switch (random.nextInt(5)) {
      case 0, 1 -> Predicates.and(one, comparison(column()));
      case 2 -> Predicates.or(one, comparison(column()));
      default -> one;
    };
  }

  private KeyExpression column() {
    return random.nextInt(8) == 0 ? TAG : one(SINGLE);
  }

  private QueryPredicate comparison(KeyExpression column) {
    Object value = isNumber(column) ? (Object) (long) random.nextInt(-2, 5) : word();
    return switch (random.nextInt(8)) {
      case 0 -> Predicates.isNull(column);
      case 1 -> Predicates.notNull(column);
      case 2, 3, 4 -> Predicates.equal(column, value);
      default -> Predicates.compare(column, one(COMPARING), value);
    };
  }

  private static boolean isNumber(KeyExpression column) {
    return column.equals(ID) || column.equals(SCORE) || column.equals(SLOT);
  }

  Subject subject(long id) {
    Subject.Builder subject =
        Subject.newBuilder().setId(id).setTeam(word()).setSlot(random.nextInt(4));
    if (random.nextInt(3) > 0) {
      subject.setScore(random.nextInt(-2, 4));
    }
    if (random.nextInt(3) > 0) {
      subject.setText(word());
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      subject.addTag(word());
    }
    return subject.build();
  }

  Rival rival(long id) {
    return Rival.newBuilder().setId(id).setTeam(word()).build();
  }

  private String word() {
    return one(List.of("", "a", "ab", "b"));
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
