package dev.tenure.campaigns.queries;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.grouping;

import com.google.protobuf.Message;
import dev.tenure.campaigns.queries.proto.QueriedRival;
import dev.tenure.campaigns.queries.proto.QueriedTask;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.cost.DeclaredStatistics;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.rule.PlannerRules;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.text.Tokenizers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Random indexes, records and queries. */
final class RandomQueries {
  private static final int MORE_TEAMS = 4;

  private final RandomGenerator random;
  private final StoreSize size;
  private final QueryColumns columns;
  private final RandomConditions conditions;
  private final List<QueryPredicate> sparse = new ArrayList<>();
  private final List<Index> ofTasks = new ArrayList<>();
  private final boolean shared;
  private final boolean longKey;
  private final boolean ofBitmaps;
  private final boolean ranked;

  RandomQueries(RandomGenerator random, StoreSize size) {
    this.random = random;
    this.size = size;
    this.columns = new QueryColumns(random, size);
    this.conditions = new RandomConditions(random, columns);
    this.shared = random.nextInt(3) == 0;
    this.longKey = random.nextBoolean();
    this.ofBitmaps = random.nextInt(3) == 0;
    this.ranked = random.nextInt(3) == 0;
  }

  QueryColumns columns() {
    return columns;
  }

  RandomConditions conditions() {
    return conditions;
  }

  /** The indexes of tasks alone, but for those of ranks. */
  List<Index> indexesOfTasks() {
    return ofTasks;
  }

  /** Whether an index counts ranks. */
  boolean isRanked() {
    return ranked;
  }

  /** The record types with indexes of values, texts, bitmaps and ranks. */
  RecordMetaData.Builder metaData() {
    KeyExpression key = longKey ? concat(QueryColumns.TEAM, QueryColumns.ID) : QueryColumns.ID;
    RecordMetaData.Builder builder = RecordMetaData.builder().version(1);
    for (Message type :
        List.of(QueriedTask.getDefaultInstance(), QueriedRival.getDefaultInstance())) {
      builder.recordType(
          type,
          each -> {
            each.primaryKey(key);
            if (size.everyKind()) {
              each.versioned();
            }
            if (shared) {
              each.inSharedExtent();
            }
          });
    }
    int indexes = random.nextInt(size.indexesMin(), size.indexesMax() + 1);
    for (int i = 0; i < indexes; i++) {
      boolean both = random.nextInt(4) == 0;
      Index index = index("i" + i, both);
      if (both) {
        builder.index(List.of(QueryColumns.TASK, QueryColumns.RIVAL), index);
      } else {
        Index own = random.nextInt(ofBitmaps ? 2 : 4) == 0 ? special("i" + i) : index;
        builder.index(QueryColumns.TASK, own);
        ofTasks.add(own);
      }
    }
    if (ranked) {
      Index ranks = Index.rank("ranks", grouping(concat(QueryColumns.TEAM, QueryColumns.SCORE), 1));
      builder.index(QueryColumns.TASK, random.nextBoolean() ? ranks.countDuplicates() : ranks);
    }
    return builder;
  }

  private Index index(String name, boolean both) {
    List<KeyExpression> key = new ArrayList<>();
    int count = random.nextInt(1, 4);
    boolean fanned = false;
    for (int i = 0; i < count; i++) {
      KeyExpression column =
          both
              ? columns.common()
              : random.nextInt(5) == 0
                  ? columns.inAnyOrder()
                  : fanned || random.nextInt(5) > 0 ? columns.any(!fanned) : columns.ofLines();
      if (!key.contains(column)) {
        key.add(column);
        fanned |= column.fansOut();
      }
    }
    Index index =
        Index.value(name, key.size() == 1 ? key.get(0) : concat(key.toArray(KeyExpression[]::new)));
    if (!both && random.nextInt(3) == 0) {
      index = index.covering(columns.any(false));
    }
    if (random.nextInt(4) > 0) {
      return index;
    }
    QueryPredicate where = conditions.condition(1, both, false);
    sparse.add(where);
    return index.where(where);
  }

  /** An index of texts, or of the positions of identifiers. */
  private Index special(String name) {
    KeyExpression group = columns.any(true);
    if (ofBitmaps) {
      KeyExpression other = group.equals(QueryColumns.ID) ? QueryColumns.SLOT : group;
      boolean alone = random.nextBoolean() || other.equals(QueryColumns.TEAM);
      KeyExpression groups = alone ? other : concat(other, QueryColumns.TEAM);
      return Index.of(name, Index.BITMAP_VALUE, grouping(concat(groups, QueryColumns.ID), 1))
          .option(Index.BITMAP_ENTRY_SIZE, "8");
    }
    KeyExpression text = random.nextBoolean() ? QueryColumns.TEXT : QueryColumns.TAG;
    boolean grouped = random.nextInt(3) == 0 && !group.equals(text);
    Index index =
        Index.of(name, TextIndexType.NAME, grouped ? grouping(concat(group, text), 1) : text);
    if (random.nextInt(3) == 0) {
      index = index.option(TextIndexType.OMIT_POSITIONS, "true");
    }
    return random.nextInt(4) == 0
        ? index.option(TextIndexType.TOKENIZER, Tokenizers.SUFFIXES)
        : index;
  }

  List<Message> records(int count) {
    List<Message> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(random.nextInt(MORE_TEAMS) == 0 ? columns.rival(i) : columns.task(i));
    }
    return records;
  }

  Question question() {
    boolean both = random.nextInt(5) == 0;
    RecordQuery query =
        both
            ? random.nextBoolean()
                ? RecordQuery.of()
                : RecordQuery.of(QueryColumns.RIVAL, QueryColumns.TASK)
            : RecordQuery.of(random.nextInt(8) == 0 ? QueryColumns.RIVAL : QueryColumns.TASK);
    boolean common = both || query.types().contains(QueryColumns.RIVAL);
    Optional<QueryPredicate> condition =
        random.nextInt(8) > 0 ? Optional.of(condition(common)) : Optional.empty();
    return asked(more(query, common), condition);
  }

  /** A query of tasks for a condition, with the order, limit and columns of a random one. */
  Question ofTasks(QueryPredicate condition) {
    return asked(more(RecordQuery.of(QueryColumns.TASK), false), Optional.of(condition));
  }

  private RecordQuery more(RecordQuery plain, boolean common) {
    RecordQuery query = plain.orderBy(order(common));
    if (random.nextInt(3) == 0) {
      query = query.limit(random.nextInt(1, 12));
    }
    if (random.nextInt(4) == 0) {
      query = query.select(common ? columns.common() : columns.any(false), QueryColumns.TEAM);
    }
    return query;
  }

  private QueryPredicate condition(boolean common) {
    QueryPredicate condition = conditions.condition(random.nextInt(1, 4), common, true);
    if (ranked && !common && random.nextInt(3) == 0) {
      return conditions.withRanks(condition);
    }
    return common || sparse.isEmpty() || random.nextInt(4) > 0
        ? condition
        : Predicates.and(condition, conditions.near(sparse.get(random.nextInt(sparse.size()))));
  }

  private OrderColumn[] order(boolean common) {
    OrderColumn[] order = new OrderColumn[Math.max(0, random.nextInt(-1, 3))];
    for (int i = 0; i < order.length; i++) {
      KeyExpression column = common ? columns.common() : columns.any(false);
      order[i] =
          switch (random.nextInt(5)) {
            case 0, 1 -> OrderColumn.ascending(column);
            case 2, 3 -> OrderColumn.descending(column);
            default -> new OrderColumn(column, columns.order());
          };
    }
    return order;
  }

  /** A query with the condition, or with parameters in the place of some of its values. */
  Question asked(RecordQuery query, Optional<QueryPredicate> condition) {
    if (condition.isEmpty() || random.nextInt(3) > 0) {
      return new Question(condition.map(query::where).orElse(query), condition, Bindings.none());
    }
    RandomConditions.Parameters parameters = new RandomConditions.Parameters(random);
    RecordQuery asked = query.where(parameters.of(condition.get()));
    return new Question(asked, condition, parameters.bindings());
  }

  private int distinct() {
    return random.nextInt(1, random.nextBoolean() ? 10 : 100_000);
  }

  /** Options with which another plan may win: statistics that are not true, and rules left out. */
  PlannerOptions options() {
    DeclaredStatistics statistics =
        Statistics.declared()
            .records(QueryColumns.TASK, random.nextInt(1, 1_000_000))
            .records(QueryColumns.RIVAL, random.nextInt(1, 1_000_000));
    for (KeyExpression column : QueryColumns.SINGLE) {
      if (random.nextBoolean()) {
        statistics = statistics.distinct(QueryColumns.TASK, distinct(), column);
      }
    }
    PlannerOptions options =
        PlannerOptions.defaults()
            .withStatistics(statistics)
            .withTopRowsMax(random.nextBoolean() ? 200 : 0);
    List<String> mayGo = List.of("split-in", "split-or", "intersect-paths", "weaken-text");
    return random.nextInt(4) == 0
        ? options.withRules(PlannerRules.builtIn().without(mayGo.get(random.nextInt(mayGo.size()))))
        : options;
  }
}
