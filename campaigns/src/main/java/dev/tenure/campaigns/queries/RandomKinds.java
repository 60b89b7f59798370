package dev.tenure.campaigns.queries;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.version;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Draws random queries of any kind, and the indexes that only queries for groups need. */
final class RandomKinds {
  private final RandomGenerator random;
  private final RandomQueries queries;
  private final QueryColumns columns;
  private final RandomConditions conditions;
  private final RandomGroups groups;
  private final IndexConditions ofIndexes;
  private final RandomNegations negations;
  private boolean ofVersions;

  RandomKinds(RandomGenerator random, RandomQueries queries) {
    this.random = random;
    this.queries = queries;
    this.columns = queries.columns();
    this.conditions = queries.conditions();
    this.groups = new RandomGroups(random, columns, conditions);
    this.ofIndexes = new IndexConditions(random, columns, conditions);
    this.negations = new RandomNegations(random, columns, conditions);
  }

  void addIndexes(RecordMetaData.Builder builder) {
    ofVersions = random.nextBoolean();
    if (ofVersions) {
      KeyExpression key = random.nextBoolean() ? version() : concat(columns.any(false), version());
      builder.index(QueryColumns.TASK, Index.version("versions", key));
    }
    if (random.nextInt(3) > 0) {
      groups.addIndexes(builder);
    }
  }

  Asked asked(EveryRecord everyRecord) {
    return switch (random.nextInt(16)) {
      case 0, 1, 2 -> groups.asked(everyRecord);
      case 3 -> pairs(everyRecord);
      case 4 -> new AskedRows(distinct(), everyRecord);
      case 5 -> new AskedRows(byVersion(everyRecord.versions()), everyRecord);
      case 6 -> new AskedRows(queries.isRanked() ? byRank() : distinct(), everyRecord);
      case 7, 8, 9 -> new AskedRows(ofIndex(), everyRecord);
      case 10, 11 -> new AskedRows(negated(), everyRecord);
      default -> new AskedRows(queries.question(), everyRecord);
    };
  }

  /** A query that negates conditions on elements. */
  Question negated() {
    return queries.ofTasks(negations.condition());
  }

  /** A query for which a plan reads an index, where there is one. */
  private Question ofIndex() {
    List<Index> indexes = queries.indexesOfTasks();
    if (indexes.isEmpty()) {
      return queries.question();
    }
    QueryPredicate ofOne = ofIndex(indexes.get(random.nextInt(indexes.size())));
    return queries.ofTasks(
        switch (random.nextInt(9)) {
          case 3, 4, 5 ->
              Predicates.and(ofOne, ofIndex(indexes.get(random.nextInt(indexes.size()))));
          case 0 -> Predicates.or(ofOne, condition());
          case 1 -> Predicates.and(ofOne, condition());
          case 2 -> Predicates.not(ofOne);
          default -> ofOne;
        });
  }

  /** A condition on the columns of an index; of a sparse one, often with its own condition. */
  private QueryPredicate ofIndex(Index index) {
    QueryPredicate ofColumns = ofIndexes.of(index);
    if (index.predicate().isEmpty() || random.nextInt(4) == 0) {
      return ofColumns;
    }
    QueryPredicate near = conditions.near(index.predicate().get());
    return random.nextBoolean() ? near : Predicates.and(near, ofColumns);
  }

  private QueryPredicate condition() {
    return conditions.condition(random.nextInt(1, 3), false, true);
  }

  private OrderColumn ordered(KeyExpression column) {
    return switch (random.nextInt(5)) {
      case 0, 1 -> OrderColumn.ascending(column);
      case 2, 3 -> OrderColumn.descending(column);
      default -> new OrderColumn(column, columns.order());
    };
  }

  private Optional<QueryPredicate> perhaps() {
    return random.nextInt(3) == 0 ? Optional.empty() : Optional.of(condition());
  }

  private RecordQuery perhapsLimited(RecordQuery query) {
    return random.nextInt(4) == 0 ? query.limit(random.nextInt(1, 6)) : query;
  }

  private Question distinct() {
    KeyExpression one = columns.any(false);
    KeyExpression other = columns.any(false);
    RecordQuery query =
        one.equals(other)
            ? RecordQuery.of(QueryColumns.TASK).select(one)
            : RecordQuery.of(QueryColumns.TASK).select(one, other);
    return queries.asked(
        perhapsLimited(random.nextBoolean() ? query.orderBy(ordered(one)) : query).distinct(),
        perhaps());
  }

  private Question byVersion(List<Versionstamp> versions) {
    List<OrderColumn> order = new ArrayList<>();
    if (random.nextInt(ofVersions ? 8 : 3) == 0) {
      order.add(ordered(columns.any(false)));
    }
    if (ofVersions || random.nextInt(4) == 0) {
      order.add(
          random.nextBoolean()
              ? OrderColumn.ascending(version())
              : OrderColumn.descending(version()));
    }
    Optional<QueryPredicate> condition = perhaps();
    if (!versions.isEmpty() && random.nextInt(3) > 0) {
      Versionstamp bound = versions.get(random.nextInt(versions.size()));
      QueryPredicate since = Predicates.compare(version(), conditions.operator(), bound);
      condition = Optional.of(condition.map(each -> Predicates.and(each, since)).orElse(since));
    }
    RecordQuery query =
        RecordQuery.of(QueryColumns.TASK).orderBy(order.toArray(OrderColumn[]::new));
    return queries.asked(perhapsLimited(query), condition);
  }

  private Question byRank() {
    KeyExpression rank = random.nextBoolean() ? QueryColumns.RANK : QueryColumns.RANK_FROM_TOP;
    List<OrderColumn> order = new ArrayList<>();
    order.add(random.nextBoolean() ? OrderColumn.ascending(rank) : OrderColumn.descending(rank));
    if (random.nextInt(4) == 0) {
      order.add(ordered(columns.any(false)));
    }
    QueryPredicate ofTeam = Predicates.equal(QueryColumns.TEAM, columns.word());
    QueryPredicate condition = perhaps().map(each -> Predicates.and(ofTeam, each)).orElse(ofTeam);
    RecordQuery query =
        RecordQuery.of(QueryColumns.TASK).orderBy(order.toArray(OrderColumn[]::new));
    return queries.asked(perhapsLimited(query), Optional.of(condition));
  }

  private Asked pairs(EveryRecord everyRecord) {
    String outerType = random.nextInt(3) == 0 ? QueryColumns.RIVAL : QueryColumns.TASK;
    RecordQuery outer = RecordQuery.of(outerType);
    outer =
        random.nextBoolean()
            ? outer.select(QueryColumns.TEAM).distinct()
            : outer.select(QueryColumns.TEAM, QueryColumns.ID);
    if (random.nextInt(3) == 0) {
      outer = outer.orderBy(ordered(QueryColumns.TEAM));
    }
    Optional<QueryPredicate> ofOuter =
        random.nextInt(3) == 0
            ? Optional.empty()
            : Optional.of(
                conditions.condition(
                    random.nextInt(1, 3), outerType.equals(QueryColumns.RIVAL), true));
    boolean ofRivals = random.nextInt(3) == 0;
    return new AskedPairs(
        queries.asked(outer, ofOuter),
        ofRivals ? QueryColumns.RIVAL : QueryColumns.TASK,
        conditions.condition(1, ofRivals, true),
        ordered(random.nextInt(3) > 0 ? QueryColumns.ID : columns.common()),
        random.nextInt(1, 5),
        everyRecord);
  }
}
