package dev.tenure.record.metadata;

/** Record types and indexes that one library adds to another's metadata. */
@FunctionalInterface
public interface MetaDataPart {

  /**
   * Adds this part's types and indexes. It must set type keys and index keys explicitly, so that
   * they never change.
   */
  void addTo(RecordMetaData.Builder builder);
}
