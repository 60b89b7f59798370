package dev.tenure.record.query.text;

/**
 * A filter or an order that cannot be parsed. The message says where, what was found and what is
 * accepted, and can be shown to whoever wrote the text.
 */
public final class QueryTextException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int column;

  QueryTextException(String language, int column, String problem) {
    super(language + ", column " + column + ": " + problem);
    this.column = column;
  }

  /** Where in the text the problem is: the number of a UTF-16 character, the first one is 1. */
  public int column() {
    return column;
  }
}
