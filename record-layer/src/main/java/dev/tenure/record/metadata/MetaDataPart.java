package dev.tenure.record.metadata;

/** Record types and indexes that one library adds to another's metadata. */
@FunctionalInterface
public interface MetaDataPart {

  /** Adds this part's types and indexes; with explicit type and index keys, so that they stay. */
  void addTo(RecordMetaData.Builder builder);
}
