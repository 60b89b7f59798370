package dev.tenure.queue.cluster;

/**
 * The counts of a tenant's data on a cluster. They are read in several transactions, while other
 * transactions go on.
 *
 * @param records the records of the application and of the queue, counted up to {@link
 *     #RECORDS_MAX}
 * @param bytes the bytes of the store, as the database estimates them
 */
public record TenantContents(
    long records, long bytes, long items, long deadLetters, long pointers, long nudges) {
  /** The most records that are counted. */
  public static final int RECORDS_MAX = 10_000;

  /** The counts of a tenant without a store. */
  public static final TenantContents NONE = new TenantContents(0, 0, 0, 0, 0, 0);
}
