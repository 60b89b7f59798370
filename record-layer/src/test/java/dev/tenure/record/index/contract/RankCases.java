package dev.tenure.record.index.contract;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.recordType;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.rank.RankScan;
import dev.tenure.record.index.rank.RankedScore;
import dev.tenure.record.index.rank.Ranks;
import dev.tenure.record.key.FanType;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.structure.RankedSet;
import dev.tenure.record.structure.RankedSetCheck;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rank indexes: what ranks there are in each group, and that each set is whole. */
final class RankCases {
  private RankCases() {}

  static List<IndexCase> all() {
    return List.of(
        rank(
            Index.rank("rank", grouping(concat(field("team"), field("score")), 1))
                .option(Index.RANK_LEVELS, "2"),
            subject -> Stream.of(Tuple.from(subject.getTeam(), IndexCases.score(subject)))),
        rank(
            Index.rank("rank-of-ties", grouping(concat(field("team"), field("score")), 1))
                .countDuplicates()
                .option(Index.RANK_LEVELS, "3"),
            subject -> Stream.of(Tuple.from(subject.getTeam(), IndexCases.score(subject)))),
        rank(
            Index.rank("rank-of-all", concat(field("score"), field("id"))),
            subject -> Stream.of(Tuple.from(IndexCases.score(subject), subject.getId()))),
        rank(
            Index.rank(
                    "rank-of-tags",
                    grouping(concat(field("team"), field("tag", FanType.FAN_OUT)), 1))
                .countDuplicates(),
            subject ->
                subject.getTagList().stream()
                    .distinct()
                    .map(tag -> Tuple.from(subject.getTeam(), tag))),
        universal());
  }

  /** Of several types: by type, then by team. */
  private static IndexCase universal() {
    Index index =
        Index.rank("universal-rank", grouping(concat(recordType(), field("team"), field("id")), 2))
            .countDuplicates();
    return of(
        index,
        history ->
            Stream.concat(
                history.subjects().map(each -> Tuple.from(1L, each.getTeam(), each.getId())),
                history.rivals().stream()
                    .map(each -> Tuple.from(2L, each.getTeam(), each.getId()))));
  }

  private static IndexCase rank(Index index, Function<Subject, Stream<Tuple>> columns) {
    return of(index, history -> history.subjects().flatMap(columns));
  }

  private static IndexCase of(Index index, Function<History, Stream<Tuple>> columns) {
    return IndexCase.of(
        index,
        history -> expected(index, columns.apply(history)),
        store -> observed(index, store),
        IndexCases.scan(index.name()),
        (store, from, options) ->
            store.scanIndex(index.name(), RankScan.of(someGroup(index), 1, 4), from, options),
        (store, from, options) ->
            store.scanIndex(
                index.name(),
                RankScan.fromTop(someGroup(index), 0, Long.MAX_VALUE),
                from,
                options));
  }

  private static Tuple someGroup(Index index) {
    if (index.name().startsWith("universal")) {
      return Tuple.from(1L);
    }
    return index.groupingColumns() == 0 ? new Tuple() : Tuple.from("red");
  }

  private static Object expected(Index index, Stream<Tuple> entries) {
    int groupColumns = index.groupingColumns();
    Map<Tuple, TreeMap<Tuple, Long>> groups = new TreeMap<>();
    entries.forEach(
        columns ->
            groups
                .computeIfAbsent(
                    TupleParts.range(columns, 0, groupColumns), group -> new TreeMap<>())
                .merge(TupleParts.range(columns, groupColumns, columns.size()), 1L, Long::sum));
    Map<String, Object> expected = new TreeMap<>();
    groups.forEach(
        (group, scores) -> {
          List<RankedScore> ranked = new ArrayList<>();
          long rank = 0;
          for (Map.Entry<Tuple, Long> score : scores.entrySet()) {
            long weight = index.has(Index.RANK_COUNT_DUPLICATES) ? score.getValue() : 1;
            ranked.add(
                new RankedScore(group, score.getKey(), rank, rank + weight - 1, score.getValue()));
            rank += weight;
          }
          expected.put(group.toString(), ranked.toString() + rank);
        });
    return expected;
  }

  private static Object observed(Index index, RecordStore store) {
    Ranks ranks = Ranks.of(store.index(index.name()));
    Map<String, Object> observed = new TreeMap<>();
    for (IndexEntry entry : IndexCases.entries(store, index.name())) {
      Tuple group = TupleParts.range(entry.key(), 0, index.groupingColumns());
      List<RankedScore> ranked = store.context().join(ranks.range(group, 0, Long.MAX_VALUE));
      observed.put(
          group.toString(),
          ranked.toString()
              + store.context().join(ranks.size(group))
              + faults(store, ranks, group));
    }
    return observed;
  }

  /** What is wrong with the set of a group; nothing as a rule. */
  private static String faults(RecordStore store, Ranks ranks, Tuple group) {
    StringBuilder faults = new StringBuilder();
    Optional<Tuple> next = Optional.of(RankedSet.VERIFY_FROM_START);
    while (next.isPresent()) {
      RankedSetCheck check = store.context().join(ranks.verify(group, next.get(), 100));
      check.faults().forEach(faults::append);
      next = check.next();
    }
    return faults.toString();
  }
}
