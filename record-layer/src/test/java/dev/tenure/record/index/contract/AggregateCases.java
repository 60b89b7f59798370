package dev.tenure.record.index.contract;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.version;
import static dev.tenure.record.query.Predicates.greater;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.aggregate.Aggregates;
import dev.tenure.record.index.aggregate.BitmapQuery;
import dev.tenure.record.index.aggregate.PermutedScan;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/** The index types of groups, each with its brute force. */
final class AggregateCases {
  private static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression SCORE = field("score");
  private static final List<String> TEAMS = List.of("", "blue", "red", "red\0", "rose");

  /** A group and what one row says of it. */
  private record Part(Tuple group, Tuple value) {}

  private AggregateCases() {}

  static List<IndexCase> all() {
    return Stream.of(sums(), extremaEver(), permuted(), bitmaps()).flatMap(List::stream).toList();
  }

  private static List<IndexCase> sums() {
    return List.of(
        sum(
            Index.of("count-grouping", Index.COUNT, grouping(concat(TEAM, SCORE), 0)),
            each -> Stream.of(part(teamAndScore(each), 1L))),
        sum(
            Index.aggregate("count-not-null", Index.COUNT_NOT_NULL, TEAM, SCORE).clearWhenZero(),
            each -> scores(each).map(score -> part(team(each), 1L))),
        sum(
            Index.aggregate("count-not-null-of-tags", Index.COUNT_NOT_NULL, empty(), TAG),
            each -> each.getTagList().stream().map(tag -> part(new Tuple(), 1L))),
        sum(
            Index.aggregate("sum", Index.SUM, TEAM, SCORE).clearWhenZero(),
            each -> scores(each).map(score -> part(team(each), score))),
        sum(
            Index.aggregate("sum-of-tags", Index.SUM, TAG, SCORE),
            each ->
                each.getTagList().stream()
                    .distinct()
                    .flatMap(tag -> scores(each).map(score -> part(Tuple.from(tag), score)))),
        sum(
            Index.aggregate("sum-sparse", Index.SUM, empty(), SCORE)
                .where(greater(field("score"), 0L)),
            each -> scores(each).filter(it -> it > 0).map(it -> part(new Tuple(), it))),
        IndexCase.of(
                Index.of("count-updates", Index.COUNT_UPDATES, TEAM),
                history ->
                    merged(
                        history.saves().stream().map(save -> part(team(save.subject()), 1L)),
                        AggregateCases::added),
                store -> groups(store, "count-updates"),
                IndexCases.scan("count-updates"))
            .withPast());
  }

  private static IndexCase sum(Index index, Function<Subject, Stream<Part>> parts) {
    return IndexCase.of(
        index,
        history -> withoutZeros(merged(history.subjects().flatMap(parts), AggregateCases::added)),
        store -> withoutZeros(groups(store, index.name())),
        IndexCases.scan(index.name()));
  }

  /** A group whose sum is zero may have a row or not. */
  private static Map<String, Object> withoutZeros(Map<String, Object> groups) {
    groups.values().removeIf(value -> value.equals(Tuple.from(0L)));
    return groups;
  }

  private static List<IndexCase> extremaEver() {
    Comparator<Tuple> order = Comparator.naturalOrder();
    Function<Subject, Stream<Part>> teamScores =
        each -> scores(each).map(score -> part(team(each), score));
    return List.of(
        ever(
            Index.aggregate("min-ever-long", Index.MIN_EVER_LONG, TEAM, SCORE),
            teamScores,
            BinaryOperator.minBy(order)),
        ever(
            Index.aggregate("max-ever-long", Index.MAX_EVER_LONG, TEAM, SCORE),
            teamScores,
            BinaryOperator.maxBy(order)),
        ever(
            Index.aggregate(
                "min-ever-tuple", Index.MIN_EVER_TUPLE, empty(), concat(TAG, SCORE, field("id"))),
            AggregateCases::tagScores,
            BinaryOperator.minBy(order)),
        ever(
            Index.aggregate(
                "max-ever-tuple", Index.MAX_EVER_TUPLE, empty(), concat(TAG, SCORE, field("id"))),
            AggregateCases::tagScores,
            BinaryOperator.maxBy(order)),
        IndexCase.of(
                Index.aggregate("max-ever-version", Index.MAX_EVER_VERSION, TEAM, version()),
                history ->
                    merged(
                        history.saves().stream()
                            .map(
                                save -> new Part(team(save.subject()), Tuple.from(save.version()))),
                        (left, right) ->
                            left.getVersionstamp(0).compareTo(right.getVersionstamp(0)) > 0
                                ? left
                                : right),
                store -> groups(store, "max-ever-version"),
                IndexCases.scan("max-ever-version"))
            .withPast());
  }

  private static Stream<Part> tagScores(Subject each) {
    return each.getTagList().stream()
        .flatMap(
            tag ->
                scores(each)
                    .map(score -> new Part(new Tuple(), Tuple.from(tag, score, each.getId()))));
  }

  private static IndexCase ever(
      Index index, Function<Subject, Stream<Part>> parts, BinaryOperator<Tuple> extremum) {
    return IndexCase.of(
            index,
            history ->
                merged(
                    history.saves().stream().flatMap(save -> parts.apply(save.subject())),
                    extremum),
            store -> groups(store, index.name()),
            IndexCases.scan(index.name()))
        .withPast();
  }

  private static List<IndexCase> permuted() {
    List<IndexCase> cases = new ArrayList<>();
    for (String type : List.of(Index.PERMUTED_MIN, Index.PERMUTED_MAX)) {
      Comparator<Tuple> order = Comparator.naturalOrder();
      BinaryOperator<Tuple> extremum =
          type.equals(Index.PERMUTED_MIN)
              ? BinaryOperator.minBy(order)
              : BinaryOperator.maxBy(order);
      for (int behind = 0; behind <= 2; behind++) {
        String name = type + "-" + behind;
        Index index =
            Index.aggregate(name, type, concat(TEAM, TAG), SCORE)
                .option(Index.PERMUTED_SIZE, String.valueOf(behind));
        cases.add(
            IndexCase.of(
                index,
                history ->
                    merged(history.subjects().flatMap(AggregateCases::teamTagScores), extremum),
                store -> permutedGroups(store, name),
                (store, from, options) ->
                    store.scanIndex(name, new PermutedScan(TupleRange.all()), from, options),
                IndexCases.scan(name)));
      }
    }
    return cases;
  }

  private static Stream<Part> teamTagScores(Subject each) {
    return each.getTagList().stream()
        .distinct()
        .flatMap(tag -> scores(each).map(score -> part(Tuple.from(each.getTeam(), tag), score)));
  }

  /** The groups by scan, which are the same one by one, in the order of the rows. */
  private static Map<String, Object> permutedGroups(RecordStore store, String name) {
    Aggregates aggregates = Aggregates.of(store.index(name));
    Map<String, Object> groups = new TreeMap<>();
    List<IndexEntry> entries =
        store
            .context()
            .join(
                aggregates
                    .groups(TupleRange.all(), Continuation.START, ScanOptions.defaults())
                    .asList());
    for (IndexEntry each : entries) {
      Optional<Tuple> value =
          store.context().join(aggregates.value(each.key(), Isolation.SERIALIZABLE));
      groups.put(
          each.key().toString(), value.equals(Optional.of(each.value())) ? each.value() : value);
    }
    int behind = Integer.parseInt(name.substring(name.length() - 1));
    List<Tuple> rows =
        entries.stream()
            .map(
                each ->
                    Tuple.fromList(each.key().getItems().subList(0, 2 - behind))
                        .addAll(each.value())
                        .addAll(Tuple.fromList(each.key().getItems().subList(2 - behind, 2))))
            .toList();
    return rows.equals(rows.stream().sorted().toList()) ? groups : Map.of("out of order", rows);
  }

  private static List<IndexCase> bitmaps() {
    return List.of(
        bitmap(Index.aggregate("bitmap", Index.BITMAP_VALUE, TEAM, field("slot")), 16),
        bitmap(
            Index.aggregate("bitmap-unique", Index.BITMAP_VALUE, TEAM, field("slot")).unique(), 8));
  }

  private static IndexCase bitmap(Index index, int size) {
    return IndexCase.of(
        index.option(Index.BITMAP_ENTRY_SIZE, String.valueOf(size)),
        history -> {
          Map<String, Object> positions = new TreeMap<>();
          for (String team : TEAMS) {
            positions.put(
                team,
                history
                    .subjects()
                    .filter(each -> each.getTeam().equals(team))
                    .map(Subject::getSlot)
                    .sorted()
                    .toList());
          }
          return positions;
        },
        store -> {
          Map<String, Object> positions = new TreeMap<>();
          for (String team : TEAMS) {
            positions.put(
                team,
                store
                    .context()
                    .join(
                        BitmapQuery.of(store.index(index.name()), Tuple.from(team))
                            .positions(Continuation.START, ScanOptions.defaults())
                            .asList()));
          }
          return positions;
        },
        IndexCases.scan(index.name()),
        (store, from, options) ->
            BitmapQuery.of(store.index(index.name()), Tuple.from("red"))
                .or(BitmapQuery.of(store.index(index.name()), Tuple.from("blue")))
                .positions(from, options.withReverse(false)));
  }

  private static KeyExpression grouping(KeyExpression whole, int grouped) {
    return Keys.grouping(whole, grouped);
  }

  private static Part part(Tuple group, long value) {
    return new Part(group, Tuple.from(value));
  }

  private static Tuple team(Subject subject) {
    return Tuple.from(subject.getTeam());
  }

  private static Tuple teamAndScore(Subject subject) {
    return team(subject).addObject(IndexCases.score(subject));
  }

  private static Stream<Long> scores(Subject subject) {
    return subject.hasScore() ? Stream.of(subject.getScore()) : Stream.of();
  }

  private static Tuple added(Tuple left, Tuple right) {
    return Tuple.from(left.getLong(0) + right.getLong(0));
  }

  /** The values of all groups. */
  private static Map<String, Object> merged(Stream<Part> parts, BinaryOperator<Tuple> merge) {
    Map<String, Tuple> groups = new TreeMap<>();
    parts.forEach(part -> groups.merge(part.group().toString(), part.value(), merge));
    return new TreeMap<>(groups);
  }

  private static Map<String, Object> groups(RecordStore store, String index) {
    Map<String, Object> groups = new TreeMap<>();
    IndexCases.entries(store, index)
        .forEach(each -> groups.put(each.key().toString(), each.value()));
    return groups;
  }
}
