package dev.tenure.record.store;

import dev.tenure.record.error.RecordLayerException;

/** The condition on the subspace when a store is opened. */
public enum OpenMode {
  /** The store exists; {@link RecordLayerException.Code#STORE_ABSENT} otherwise. */
  OPEN,
  /** The store does not exist; {@link RecordLayerException.Code#STORE_EXISTS} otherwise. */
  CREATE,
  /**
   * A store, or a subspace without records and indexes, in which the store is created. Records
   * without a header are DAMAGED: the header was lost.
   */
  CREATE_OR_OPEN,
  /**
   * A store, or an empty subspace, in which the store is created. Other keys without a header are
   * DAMAGED: something else uses the subspace.
   */
  CREATE_IF_EMPTY_OR_OPEN,
  /**
   * Anything. A header that was lost is written again above the existing records. For repair only.
   */
  CREATE_HEADER_OR_OPEN
}
