package dev.tenure.record.store;

import dev.tenure.record.error.RecordLayerException;

/** What opening a store expects to find below the subspace. */
public enum OpenMode {
  /** The store exists; {@link RecordLayerException.Code#STORE_ABSENT} otherwise. */
  OPEN,
  /** The store does not exist; {@link RecordLayerException.Code#STORE_EXISTS} otherwise. */
  CREATE,
  /** A store, or neither records nor indexes; DAMAGED otherwise: a header was lost. */
  CREATE_OR_OPEN,
  /** A store, or nothing at all; DAMAGED otherwise: the subspace is in use by something else. */
  CREATE_IF_EMPTY_OR_OPEN,
  /** Anything: a header that was lost is made anew over the records that are there. For repair. */
  CREATE_HEADER_OR_OPEN
}
