package dev.tenure.record.query.text;

/**
 * A filter or an order that cannot be parsed. The message says where, what was found and what is
 * accepted, and can be shown to whoever wrote the text.
 */
public final class QueryTextException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int column;

  /**
   * An error of what a text means, for whoever accepts less than the language does.
   *
   * @param language {@code filter} or {@code order by}
   * @param column where it is, from 1
   */
  public QueryTextException(String language, int column, String problem) {
    super(language + ", column " + column + ": " + problem);
    this.column = column;
  }

  /** Where in the text the problem is: the number of a UTF-16 character, the first one is 1. */
  public int column() {
    return column;
  }
}
