package dev.tenure.record.index.contract;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.greater;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.key.FanType;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All index types, in the shapes that matter, each with its brute force. */
final class IndexCases {
  private IndexCases() {}

  static List<IndexCase> all() {
    return Stream.of(
            values(),
            counts(),
            AggregateCases.all(),
            VersionCases.all(),
            StoredColumnCases.all(),
            RankCases.all(),
            TextCases.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<IndexCase> values() {
    return List.of(
        value(
            Index.value("value", concat(field("team"), field("score"))),
            subject -> Stream.of(Tuple.from(subject.getTeam(), score(subject), subject.getId()))),
        value(
            Index.value("value-covering", field("score")).covering(field("slot")),
            subject ->
                Stream.of(
                    Tuple.from(
                        score(subject), subject.getTeam(), subject.getId(), subject.getSlot()))),
        value(
            Index.value("value-unique", field("slot")).unique(),
            subject ->
                Stream.of(Tuple.from(subject.getSlot(), subject.getTeam(), subject.getId()))),
        value(
            Index.value("value-sparse", concat(field("team"), field("id")))
                .where(greater(field("score"), 0L)),
            subject ->
                subject.hasScore() && subject.getScore() > 0
                    ? Stream.of(Tuple.from(subject.getTeam(), subject.getId()))
                    : Stream.of()),
        value(
            Index.value("value-fanned", concat(field("team"), field("tag", FanType.FAN_OUT))),
            subject ->
                subject.getTagList().stream()
                    .distinct()
                    .map(tag -> Tuple.from(subject.getTeam(), tag, subject.getId()))));
  }

  private static IndexCase value(Index index, Function<Subject, Stream<Tuple>> rows) {
    return IndexCase.of(
        index,
        history -> history.sorted(rows),
        store ->
            entries(store, index.name()).stream()
                .map(entry -> row(entry).toString())
                .sorted()
                .toList(),
        scan(index.name()));
  }

  /** Indexed columns, then primary key columns that are not among them, then covering ones. */
  private static Tuple row(IndexEntry entry) {
    Tuple row = entry.key();
    boolean teamFirst = entry.key().size() > 0 && entry.key().get(0) instanceof String;
    for (int i = teamFirst ? 1 : 0; i < entry.primaryKey().size(); i++) {
      boolean idThere = entry.index().equals("value-sparse");
      row = idThere ? row : row.addObject(entry.primaryKey().get(i));
    }
    return row.addAll(entry.value());
  }

  private static List<IndexCase> counts() {
    return List.of(
        IndexCase.of(
            Index.count("count", field("team")).clearWhenZero(),
            history -> counted(history.subjects().map(each -> Tuple.from(each.getTeam()))),
            store -> groups(store, "count"),
            scan("count")),
        IndexCase.of(
            Index.count("count-of-tags", field("tag", FanType.FAN_OUT)),
            history ->
                counted(
                    history
                        .subjects()
                        .flatMap(each -> each.getTagList().stream().distinct().map(Tuple::from))),
            store -> groups(store, "count-of-tags"),
            scan("count-of-tags")),
        IndexCase.of(
            Index.count("universal-count", empty()),
            history ->
                counted(
                    Stream.concat(history.subjects(), history.rivals().stream())
                        .map(each -> new Tuple())),
            store -> groups(store, "universal-count"),
            scan("universal-count")));
  }

  /** How often each tuple is there. */
  static Map<String, Object> counted(Stream<Tuple> groups) {
    Map<String, Object> counts = new TreeMap<>();
    groups.forEach(group -> counts.merge(group.toString(), 1L, (a, b) -> (Long) a + (Long) b));
    return counts;
  }

  /** The groups of an aggregate index whose value is not 0. */
  static Map<String, Object> groups(RecordStore store, String index) {
    Map<String, Object> groups = new TreeMap<>();
    entries(store, index).forEach(each -> groups.put(each.key().toString(), each.value().get(0)));
    groups.values().removeIf(value -> value.equals(0L));
    return groups;
  }

  static IndexCase.Scan scan(String index) {
    return (store, from, options) -> open(store, index, from, options);
  }

  static List<IndexEntry> entries(RecordStore store, String index) {
    return store
        .context()
        .join(open(store, index, Continuation.START, ScanOptions.defaults()).asList());
  }

  private static RecordCursor<IndexEntry> open(
      RecordStore store, String index, Continuation from, ScanOptions options) {
    return store.scanIndex(index, TupleRange.all(), from, options);
  }

  static @Nullable Long score(Subject subject) {
    return subject.hasScore() ? subject.getScore() : null;
  }
}
