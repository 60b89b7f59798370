package dev.tenure.record.key;

/**
 * One column of a key expression, by what it holds: two columns of one message type with equal
 * paths that do not fan out hold equal values.
 *
 * @param path the dotted field path from the record, or the text of a constant or function
 * @param fansOut whether a repeated field on the path gives one tuple for each element
 * @param nullsCollide whether a unique index compares rows that are null in this column; see {@link
 *     NullRule}. Always so for constants, which say nothing of the record
 */
public record KeyColumn(String path, boolean fansOut, boolean nullsCollide) {

  /** A column whose nulls do not collide, as those of most fields. */
  public KeyColumn(String path, boolean fansOut) {
    this(path, fansOut, false);
  }

  /** Whether both columns hold equal values in every record, whatever they make of nulls. */
  public boolean holdsSameAs(KeyColumn other) {
    return path.equals(other.path) && !fansOut && !other.fansOut;
  }

  KeyColumn inside(String name, boolean fieldFansOut) {
    return new KeyColumn(name + "." + path, fansOut || fieldFansOut, nullsCollide);
  }
}
