package dev.tenure.record.index.contract;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.version;
import static dev.tenure.record.query.Predicates.greater;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Version indexes. */
final class VersionCases {
  private VersionCases() {}

  static List<IndexCase> all() {
    return List.of(
        of(
            Index.version("version", concat(incarnation(), version())),
            save -> Stream.of(Tuple.from(0L, save.version()))),
        of(
            Index.version("version-grouped", concat(field("team"), version()))
                .covering(field("slot")),
            save ->
                Stream.of(
                    Tuple.from(
                        save.subject().getTeam(), save.version(), save.subject().getSlot()))),
        of(
            Index.version(
                "version-fanned", concat(field("tag", FanType.FAN_OUT), version(), field("score"))),
            save ->
                save.subject().getTagList().stream()
                    .distinct()
                    .map(tag -> Tuple.from(tag, save.version(), IndexCases.score(save.subject())))),
        of(
            Index.version("version-sparse", version()).where(greater(field("score"), 0L)),
            save ->
                save.subject().getScore() > 0
                    ? Stream.of(Tuple.from(save.version()))
                    : Stream.of()));
  }

  private static IndexCase of(Index index, Function<History.Save, Stream<Tuple>> rows) {
    return IndexCase.of(
        index,
        history ->
            history.current().stream()
                .flatMap(save -> rows.apply(save).map(row -> row + " of " + save.subject().getId()))
                .sorted()
                .toList(),
        store ->
            IndexCases.entries(store, index.name()).stream()
                .map(
                    entry ->
                        entry.key().addAll(entry.value()) + " of " + entry.primaryKey().getLong(1))
                .sorted()
                .toList(),
        IndexCases.scan(index.name()));
  }
}
