package dev.tenure.record.keyspace;

/**
 * The progress of an import. The caller keeps it until the next call.
 *
 * @param pages the number of pages that are done
 * @param checksum the checksum of the last page, to which the next one must refer; 0 at the start
 * @param rowsInPage the number of rows of the next page that are done; 0 unless the page is larger
 *     than a transaction
 * @param rows the number of all rows that are done
 * @param complete whether the last page is done
 */
public record ImportProgress(
    long pages, int checksum, int rowsInPage, long rows, boolean complete) {
  public ImportProgress {
    if (pages < 0 || rowsInPage < 0 || rows < rowsInPage) {
      throw new IllegalArgumentException(
          "progress has "
              + pages
              + " pages, "
              + rowsInPage
              + " rows in the next and "
              + rows
              + " in all; expected no negative number, and at least as many rows in all as in the"
              + " next page");
    }
  }

  /** The progress of an import that has not begun. */
  public static ImportProgress start() {
    return new ImportProgress(0, 0, 0, 0, false);
  }

  boolean isStart() {
    return pages == 0 && rowsInPage == 0;
  }
}
