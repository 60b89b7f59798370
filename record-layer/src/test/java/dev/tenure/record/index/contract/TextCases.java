package dev.tenure.record.index.contract;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.index.text.TextScan;
import dev.tenure.record.test.Subject;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Text indexes, with bunches of one token and of several. */
final class TextCases {
  private TextCases() {}

  static List<IndexCase> all() {
    return List.of(
        text(
            Index.of("text", TextIndexType.NAME, grouping(concat(field("team"), field("text")), 1))
                .option(TextIndexType.BUNCH_SIZE, "4")),
        text(
            Index.of(
                    "text-across",
                    TextIndexType.NAME,
                    grouping(concat(field("team"), field("text")), 1))
                .option(TextIndexType.BUNCH_ACROSS_TOKENS, "true")));
  }

  private static IndexCase text(Index index) {
    return IndexCase.of(
        index,
        history -> history.sorted(TextCases::rows),
        store ->
            IndexCases.entries(store, index.name()).stream()
                .map(
                    entry -> entry.key().addObject(entry.primaryKey().get(1)).addAll(entry.value()))
                .map(Tuple::toString)
                .sorted()
                .toList(),
        scan(index, IndexScan.range(TupleRange.all())),
        scan(index, new TextScan(Tuple.from("rose"), TextQuery.any("call me Ishmael whale the"))),
        scan(
            index,
            new TextScan(
                Tuple.from("rose"),
                TextQuery.or(
                    TextQuery.prefix("s"), TextQuery.prefix("whi"), TextQuery.prefix("me")))));
  }

  /** Team, token, id and positions. */
  private static Stream<Tuple> rows(Subject subject) {
    Map<String, List<Long>> tokens = new TreeMap<>();
    long position = 0;
    for (String word : subject.getText().toLowerCase(Locale.ROOT).split("[ ,]+", -1)) {
      if (!word.isEmpty()) {
        tokens.computeIfAbsent(word, unused -> new ArrayList<>()).add(position++);
      }
    }
    return tokens.entrySet().stream()
        .map(
            entry ->
                Tuple.from(subject.getTeam(), entry.getKey(), subject.getId())
                    .addAll(List.copyOf(entry.getValue())));
  }

  private static IndexCase.Scan scan(Index index, IndexScan scan) {
    return (store, from, options) -> store.scanIndex(index.name(), scan, from, options);
  }
}
