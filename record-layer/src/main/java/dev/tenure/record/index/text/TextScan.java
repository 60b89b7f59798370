package dev.tenure.record.index.text;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexScan;
import java.util.Objects;

/**
 * The records of one group that a query finds, in the order of their primary keys, each once. Their
 * entries have the group as their key and no value.
 *
 * @param group all columns before the text; empty when there are none
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
