package dev.tenure.record.index.text;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.text.TextQuery;
import java.util.Objects;

/**
 * A scan of the records of one group that a query finds: one entry for each record, in the order of
 * primary keys. An entry has the group as its key, and no value.
 *
 * @param group the columns before the text; empty when there are none
 */
public record TextScan(Tuple group, TextQuery query) implements IndexScan {
  /** The kind of this scan. */
  public static final String BY_TEXT = "by-text";

  public TextScan {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(query, "query");
  }

  /** A scan of an index without groups. */
  public static TextScan of(TextQuery query) {
    return new TextScan(new Tuple(), query);
  }

  @Override
  public String kind() {
    return BY_TEXT;
  }
}
