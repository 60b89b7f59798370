package dev.tenure.record.plan.node;

import dev.tenure.record.key.KeyExpression;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The values that the rows of a plan must have besides their primary keys. Immutable.
 *
 * @param record whether the whole record must be loaded
 * @param columns the columns that must be readable, from an index entry or from the record
 */
public record Needs(boolean record, Set<KeyExpression> columns) {
  private static final Needs RECORD = new Needs(true, Set.of());
  private static final Needs KEY = new Needs(false, Set.of());

  public Needs {
    columns = record ? Set.of() : Collections.unmodifiableSet(new LinkedHashSet<>(columns));
  }

  /** The need for whole records. */
  public static Needs wholeRecord() {
    return RECORD;
  }

  /** The need for primary keys only. */
  public static Needs onlyKey() {
    return KEY;
  }

  /**
   * The need for some columns. If a column fans out, the whole record is needed, since an index
   * entry has only one of the elements.
   */
  public static Needs of(Collection<KeyExpression> columns) {
    return columns.stream().anyMatch(KeyExpression::fansOut)
        ? RECORD
        : new Needs(false, new LinkedHashSet<>(columns));
  }

  /** Both needs together. */
  public Needs and(Needs other) {
    if (record || other.record) {
      return RECORD;
    }
    Set<KeyExpression> both = new LinkedHashSet<>(columns);
    both.addAll(other.columns);
    return new Needs(false, both);
  }

  @Override
  public String toString() {
    return record ? "record" : columns.stream().map(Object::toString).sorted().toList().toString();
  }
}
