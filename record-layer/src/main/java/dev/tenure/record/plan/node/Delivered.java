package dev.tenure.record.plan.node;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.match.EntryLayout;
import java.util.Collection;
import java.util.List;

/**
 * The values that the rows of a plan have besides their primary keys: the record, columns of an
 * index entry, or nothing. Immutable.
 */
public final class Delivered {
  private static final Delivered RECORDS = new Delivered(Kind.RECORDS, List.of());
  private static final Delivered KEYS = new Delivered(Kind.KEYS, List.of());

  private enum Kind {
    RECORDS,
    ENTRIES,
    KEYS
  }

  private final Kind kind;
  private final List<EntryLayout> layouts;

  private Delivered(Kind kind, List<EntryLayout> layouts) {
    this.kind = kind;
    this.layouts = layouts;
  }

  /** Rows with whole records. */
  public static Delivered records() {
    return RECORDS;
  }

  /** Rows with the columns of index entries. */
  public static Delivered entries(EntryLayout layout) {
    return new Delivered(Kind.ENTRIES, List.of(layout));
  }

  /** Rows with primary keys only. */
  public static Delivered keys() {
    return KEYS;
  }

  /** The parts that a row surely has when it comes from any one of several plans. */
  static Delivered ofAny(Collection<Delivered> all) {
    if (all.stream().allMatch(Delivered::hasRecord)) {
      return RECORDS;
    }
    return all.stream().anyMatch(each -> each.kind == Kind.KEYS)
        ? KEYS
        : new Delivered(
            Kind.ENTRIES, all.stream().flatMap(each -> each.layouts.stream()).distinct().toList());
  }

  /** Whether rows have the columns that are needed. */
  public boolean has(Needs needs) {
    return kind == Kind.RECORDS
        || (!needs.record() && needs.columns().stream().allMatch(this::has));
  }

  private boolean has(KeyExpression column) {
    return kind == Kind.ENTRIES && layouts.stream().allMatch(each -> each.has(column));
  }

  /** Whether the rows have whole records. */
  public boolean hasRecord() {
    return kind == Kind.RECORDS;
  }
}
