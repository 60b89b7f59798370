package dev.tenure.record.index.text;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.text.PlacedTokens;
import dev.tenure.record.tuple.TupleParts;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Computes the entries of a record with one version of the tokenizer. */
final class TextEntries {
  private final BoundIndex index;
  private final TextOptions options;
  private final int version;

  TextEntries(BoundIndex index, TextOptions options, int version) {
    this.index = index;
    this.options = options;
    this.version = version;
  }

  /** The tokens of the texts of one group. */
  private static final class Texts {
    private final Map<String, PositionList> tokens = new LinkedHashMap<>();
    private final PlacedTokens placed;

    Texts(PlacedTokens placed) {
      this.placed = placed;
    }

    void add(String text) {
      placed.add(
          text,
          (token, position) ->
              tokens.computeIfAbsent(token, unused -> new PositionList()).add(position));
    }
  }

  /** The entries' values by their packed keys; empty for null. */
  NavigableMap<byte[], byte[]> of(@Nullable IndexedRecord record) {
    NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    if (record != null) {
      texts(record)
          .forEach(
              (group, texts) ->
                  texts.tokens.forEach(
                      (token, positions) ->
                          entries.put(
                              index.entryKey(group.add(token), record).pack(),
                              options.omitPositions()
                                  ? PositionList.OMITTED
                                  : positions.encode())));
    }
    return entries;
  }

  private Map<Tuple, Texts> texts(IndexedRecord record) {
    Map<Tuple, Texts> groups = new LinkedHashMap<>();
    for (Tuple columns : index.tuplesOf(record)) {
      int last = columns.size() - 1;
      String text = text(columns.get(last), record);
      if (text != null) {
        Tuple group = TupleParts.range(columns, 0, last);
        groups.computeIfAbsent(group, unused -> texts()).add(text);
      }
    }
    return groups;
  }

  private Texts texts() {
    return new Texts(new PlacedTokens(options.tokenizer(), version));
  }

  private @Nullable String text(@Nullable Object column, IndexedRecord record) {
    if (column == null || column instanceof String) {
      return (String) column;
    }
    throw new RecordLayerException(
        RecordLayerException.Code.KEY_NOT_COMPUTABLE,
        "text of index "
            + index.name()
            + " in the record "
            + record.primaryKey()
            + " is "
            + column
            + ", expected a string");
  }
}
