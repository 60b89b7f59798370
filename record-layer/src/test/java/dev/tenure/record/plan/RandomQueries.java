package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.ordered;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.cost.DeclaredStatistics;
import dev.tenure.record.plan.cost.Statistics;
import dev.tenure.record.plan.rule.PlannerRules;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.TextPredicates;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import dev.tenure.record.text.Tokenizers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Metadata, records and queries over subjects and rivals, which have id and team in common. */
final class RandomQueries {
  private static final KeyExpression ID = field("id");
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final KeyExpression TEXT = field("text");
  private static final KeyExpression SLOT = field("slot");
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final List<String> WORDS = List.of("", "a", "ab", "abc", "b", "b\0", "c");

  private static final List<Operator> COMPARING =
      Arrays.stream(Operator.values()).filter(each -> !each.isOfStrings()).toList();

  private final RandomGenerator random;
  private final RandomElements elements;
  private final boolean shared;
  private final boolean longKey;
  private final boolean ofBitmaps;

  RandomQueries(RandomGenerator random) {
    this.random = random;
    this.elements = new RandomElements(random);
    this.shared = random.nextInt(3) == 0;
    this.longKey = random.nextBoolean();
    this.ofBitmaps = random.nextInt(4) == 0;
  }

  RecordMetaData metaData() {
    KeyExpression key = longKey ? concat(TEAM, ID) : ID;
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Subject.getDefaultInstance(),
                type -> {
                  type.primaryKey(key);
                  if (shared) {
                    type.inSharedExtent();
                  }
                })
            .recordType(
                Rival.getDefaultInstance(),
                type -> {
                  type.primaryKey(key);
                  if (shared) {
                    type.inSharedExtent();
                  }
                });
    int indexes = random.nextInt(7);
    for (int i = 0; i < indexes; i++) {
      boolean both = random.nextInt(4) == 0;
      Index index = index("i" + i, both);
      if (!both && (ofBitmaps || random.nextInt(3) == 0)) {
        builder.index("Subject", special("i" + i));
      } else if (both) {
        builder.index(List.of("Subject", "Rival"), index);
      } else {
        builder.index("Subject", index);
      }
    }
    return builder.build();
  }

  private Index index(String name, boolean both) {
    List<KeyExpression> columns = new ArrayList<>();
    int count = random.nextBoolean() ? 1 : random.nextInt(1, 4);
    boolean fanned = false;
    for (int i = 0; i < count; i++) {
      KeyExpression column =
          both
              ? commonColumn()
              : random.nextInt(5) == 0
                  ? orderedColumn()
                  : fanned || random.nextInt(4) > 0 ? column(!fanned) : elements.column();
      if (!columns.contains(column)) {
        columns.add(column);
        fanned |= column.fansOut();
      }
    }
    Index index =
        Index.value(
            name,
            columns.size() == 1 ? columns.get(0) : concat(columns.toArray(KeyExpression[]::new)));
    if (!both && random.nextInt(3) == 0) {
      index = index.covering(column(false));
    }
    return random.nextInt(4) == 0
        ? index.where(both ? comparison(commonColumn()) : stored())
        : index;
  }

  /** A text index, or a bitmap index of identifiers. */
  private Index special(String name) {
    KeyExpression group = random.nextBoolean() ? column(true) : TEAM;
    if (ofBitmaps || random.nextInt(3) == 0) {
      KeyExpression groups =
          group.equals(ID) || group.equals(TEAM)
              ? SLOT
              : random.nextBoolean() ? group : concat(group, TEAM);
      return Index.of(name, Index.BITMAP_VALUE, grouping(concat(groups, ID), 1))
          .option(Index.BITMAP_ENTRY_SIZE, "8");
    }
    KeyExpression text = random.nextBoolean() ? TEXT : TAG;
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

  private KeyExpression commonColumn() {
    return random.nextBoolean() ? ID : TEAM;
  }

  /** A condition that an index may have. */
  private QueryPredicate stored() {
    QueryPredicate condition = condition(1, false);
    return condition.hasOnlyValues() ? condition : Predicates.notNull(TEXT);
  }

  private KeyExpression orderedColumn() {
    return ordered(order(), random.nextBoolean() ? SCORE : TEXT);
  }

  private KeyOrder order() {
    return one(List.of(KeyOrder.values()));
  }

  private KeyExpression column(boolean mayFan) {
    return switch (random.nextInt(mayFan ? 6 : 5)) {
      case 0 -> ID;
      case 1 -> TEAM;
      case 2 -> SCORE;
      case 3 -> TEXT;
      case 4 -> SLOT;
      default -> TAG;
    };
  }

  Subject subject(long id) {
    Subject.Builder subject =
        Subject.newBuilder().setId(id).setTeam(word()).setSlot(random.nextInt(4));
    if (random.nextInt(3) > 0) {
      subject.setScore(random.nextInt(-2, 4));
    }
    if (random.nextInt(3) > 0) {
      subject.setText(phrase());
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      subject.addTag(random.nextInt(3) == 0 ? phrase() : word());
    }
    elements.fill(subject);
    return subject.build();
  }

  Rival rival(long id) {
    return Rival.newBuilder().setId(id).setTeam(word()).build();
  }

  private String word() {
    return one(WORDS);
  }

  private String phrase() {
    StringBuilder words = new StringBuilder(word());
    for (int i = random.nextInt(4); i > 0; i--) {
      words.append(' ').append(word());
    }
    return words.toString();
  }

  private QueryPredicate searched(KeyExpression column) {
    TextMatch match =
        switch (random.nextInt(7)) {
          case 0 -> TextPredicates.containsAny(column, phrase());
          case 1 -> TextPredicates.containsPhrase(column, phrase());
          case 2 -> TextPredicates.containsNear(column, phrase(), random.nextInt(1, 4));
          case 3 -> TextPredicates.containsPrefix(column, phrase());
          case 4 -> TextPredicates.containsTokens(column, phrase());
          case 5 -> TextPredicates.containsPart(column, word());
          default -> TextPredicates.containsAll(column, phrase());
        };
    return random.nextInt(8) == 0 ? match.by(Tokenizers.SUFFIXES) : match;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  RecordQuery query() {
    boolean both = random.nextInt(5) == 0;
    RecordQuery query =
        both
            ? random.nextBoolean() ? RecordQuery.of() : RecordQuery.of("Rival", "Subject")
            : RecordQuery.of(random.nextInt(8) == 0 ? "Rival" : "Subject");
    boolean common = both || query.types().contains("Rival");
    if (random.nextInt(8) > 0) {
      query = query.where(condition(random.nextInt(1, 4), common));
    }
    int columns = Math.max(0, random.nextInt(-1, 3));
    OrderColumn[] order = new OrderColumn[columns];
    for (int i = 0; i < columns; i++) {
      KeyExpression column = common ? commonColumn() : column(false);
      order[i] =
          switch (random.nextInt(5)) {
            case 0, 1 -> OrderColumn.ascending(column);
            case 2, 3 -> OrderColumn.descending(column);
            default -> new OrderColumn(column, order());
          };
    }
    query = query.orderBy(order);
    if (random.nextInt(3) == 0) {
      query = query.limit(random.nextInt(1, 12));
    }
    if (random.nextInt(4) == 0) {
      query = query.select(common ? commonColumn() : column(false), TEAM);
    }
    return query;
  }

  private QueryPredicate condition(int depth, boolean common) {
    if (!common && random.nextInt(5) == 0 && depth > 1) {
      return random.nextInt(3) > 0 ? elements.condition(random.nextInt(1, 4)) : elements.negated();
    }
    if (depth == 1 || random.nextInt(4) == 0) {
      return comparison(common ? commonColumn() : column(true));
    }
    return switch (random.nextInt(5)) {
      case 0 -> Predicates.not(condition(depth - 1, common));
      case 1, 2 -> Predicates.or(parts(depth, common));
      default -> Predicates.and(parts(depth, common));
    };
  }

  private QueryPredicate[] parts(int depth, boolean common) {
    QueryPredicate[] parts = new QueryPredicate[random.nextInt(2, 5)];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = condition(depth - 1, common);
    }
    return parts;
  }

  private QueryPredicate comparison(KeyExpression column) {
    if ((column.equals(TEXT) || column.equals(TAG)) && random.nextBoolean()) {
      return searched(column);
    }
    boolean text = column.equals(TEAM) || column.equals(TEXT) || column.equals(TAG);
    return switch (random.nextInt(8)) {
      case 0 -> Predicates.isNull(column);
      case 1 -> Predicates.notNull(column);
      case 2 ->
          random.nextInt(3) == 0
              ? Predicates.in(column, value(text))
              : Predicates.in(column, value(text), value(text), value(text));
      case 3 ->
          text
              ? Predicates.compare(
                  column,
                  random.nextInt(3) == 0 ? Operator.HAS_SUBSTRING : Operator.STARTS_WITH,
                  word())
              : Predicates.compare(column, Operator.LESS, value(false));
      case 4 -> {
        QueryPredicate unlike = Predicates.notEqual(column, value(text));
        yield random.nextBoolean() ? unlike : Predicates.not(unlike);
      }
      default -> {
        Operator operator = one(COMPARING);
        yield Predicates.compare(
            column, random.nextBoolean() ? Operator.EQUAL : operator, value(text));
      }
    };
  }

  private Object value(boolean text) {
    return text ? word() : (Object) (long) random.nextInt(-2, 5);
  }

  /** Options with which another plan may win. */
  PlannerOptions options() {
    DeclaredStatistics statistics =
        Statistics.declared()
            .records("Subject", random.nextInt(1, 1_000_000))
            .records("Rival", random.nextInt(1, 1_000_000));
    for (KeyExpression column : List.of(ID, TEAM, SCORE, TEXT, SLOT, TAG)) {
      if (random.nextBoolean()) {
        statistics = statistics.distinct("Subject", random.nextInt(1, 100_000), column);
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
