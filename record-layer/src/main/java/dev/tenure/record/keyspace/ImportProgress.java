package dev.tenure.record.keyspace;

/**
 * How far an import has come, to be kept until the next call.
 *
 * @param pages how many pages are done
 * @param checksum what the next page must refer to: the checksum of the one before; 0 at the start
 * @param rowsInPage how many rows of the next page are done; 0 unless it is larger than a
 *     transaction
 * @param rows how many rows are done in all
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
              + " in all, expected none below 0, and no fewer in all");
    }
  }

  /** Nothing is done. */
  public static ImportProgress start() {
    return new ImportProgress(0, 0, 0, 0, false);
  }

  boolean isStart() {
    return pages == 0 && rowsInPage == 0;
  }
}
