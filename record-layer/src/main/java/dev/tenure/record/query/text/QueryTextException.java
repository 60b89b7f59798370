package dev.tenure.record.query.text;

/**
 * A filter or an order that cannot be parsed. The message tells the column, what was found there
 * and what is accepted. It can be shown to the author of the text.
 */
public final class QueryTextException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int column;

  /**
   * Creates an error for a text that is well formed and means something that the caller does not
   * accept.
   *
   * @param language {@code filter} or {@code order by}
   * @param column the place of the problem in the text, from 1
   */
  public QueryTextException(String language, int column, String problem) {
    super(language + ", column " + column + ": " + problem);
    this.column = column;
  }

  /** The place of the problem in the text: the number of a UTF-16 character, from 1. */
  public int column() {
    return column;
  }
}
