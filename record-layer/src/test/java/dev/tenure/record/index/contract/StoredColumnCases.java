package dev.tenure.record.index.contract;

import static dev.tenure.record.key.Keys.collate;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.created;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.storedSize;
import static dev.tenure.record.key.Keys.updated;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.collation.CollationStrength;
import dev.tenure.record.definition.Index;
import dev.tenure.record.test.Subject;
import java.text.Collator;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Indexes on what is stored beside a message, and on collation keys. */
final class StoredColumnCases {
  private StoredColumnCases() {}

  static List<IndexCase> all() {
    return List.of(
        value(
            Index.value("stored-size", concat(field("team"), storedSize())),
            save -> Tuple.from(save.subject().getTeam(), save.rowBytes())),
        value(
            Index.value("stored-times", concat(created(), updated())).covering(storedSize()),
            save ->
                Tuple.from(
                    millis(save.record().created().orElseThrow()),
                    millis(save.record().updated().orElseThrow()),
                    save.rowBytes())),
        value(
            Index.value("stored-buckets", function("divide", storedSize(), literal(16))),
            save -> Tuple.from(save.rowBytes() / 16)),
        value(
            Index.value(
                "collated", collate(field("text"), Locale.FRENCH, CollationStrength.PRIMARY)),
            save -> new Tuple().addObject(primaryKey(save.subject()))),
        IndexCase.of(
            Index.aggregate("sum-of-stored-sizes", Index.SUM, field("team"), storedSize()),
            history -> {
              Map<String, Object> sums = new TreeMap<>();
              history
                  .current()
                  .forEach(
                      save ->
                          sums.merge(
                              Tuple.from(save.subject().getTeam()).toString(),
                              save.rowBytes(),
                              (a, b) -> (Long) a + (Long) b));
              return sums;
            },
            store -> IndexCases.groups(store, "sum-of-stored-sizes"),
            IndexCases.scan("sum-of-stored-sizes")));
  }

  private static long millis(Instant time) {
    return time.toEpochMilli();
  }

  private static byte @Nullable [] primaryKey(Subject subject) {
    Collator collator = Collator.getInstance(Locale.FRENCH);
    collator.setStrength(Collator.PRIMARY);
    collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
    return subject.hasText() ? collator.getCollationKey(subject.getText()).toByteArray() : null;
  }

  private static IndexCase value(Index index, Function<History.Save, Tuple> row) {
    return IndexCase.of(
        index,
        history ->
            history.current().stream()
                .map(save -> row.apply(save) + " of " + save.subject().getId())
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
