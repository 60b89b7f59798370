package dev.tenure.record.key;

/**
 * One column of a key expression, identified by its content: two columns of one message type with
 * equal paths that do not fan out have equal values.
 *
 * @param path the dotted field path from the record, or the text of a constant or function
 * @param fansOut whether a repeated field on the path gives one tuple for each element
 * @param nullsCollide whether a unique index compares rows with a null in this column; see {@link
 *     NullRule}. Always true for constants
 */
public record KeyColumn(String path, boolean fansOut, boolean nullsCollide) {

  /** A column whose nulls do not collide, as in most fields. */
  public KeyColumn(String path, boolean fansOut) {
    this(path, fansOut, false);
  }

  /** Whether both columns have equal values in every record. Rules for nulls are not compared. */
  public boolean holdsSameAs(KeyColumn other) {
    return path.equals(other.path) && !fansOut && !other.fansOut;
  }

  KeyColumn inside(String name, boolean fieldFansOut) {
    return new KeyColumn(name + "." + path, fansOut || fieldFansOut, nullsCollide);
  }
}
