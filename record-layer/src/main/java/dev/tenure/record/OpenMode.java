package dev.tenure.record;

/** What opening a store expects to find. */
public enum OpenMode {
  /** The store exists; {@link RecordLayerException.Code#STORE_ABSENT} otherwise. */
  OPEN,
  /** The store does not exist; {@link RecordLayerException.Code#STORE_EXISTS} otherwise. */
  CREATE,
  CREATE_OR_OPEN
}
