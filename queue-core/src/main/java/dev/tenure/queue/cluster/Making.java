package dev.tenure.queue.cluster;

/**
 * The conditions under which a tenant's store is made on a cluster.
 *
 * @param life the life of the creation that makes the store; 0 without a directory
 * @param permit the read version up to which the store may be made
 */
record Making(long life, long permit) {
  static final Making UNLIMITED = new Making(0, Long.MAX_VALUE);

  /** The results of making a store. */
  enum Result {
    MADE,
    /** The store of this life exists already. */
    THERE,
    /** A store of another life exists. */
    OTHER_LIFE,
    /** The read version is above the permit. */
    PERMIT_OVER,
    /** The tenant of this life was deleted. */
    DELETED
  }
}
