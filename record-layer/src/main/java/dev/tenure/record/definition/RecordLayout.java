package dev.tenure.record.definition;

/** The layout of a type's records under keys. It must not change once records are stored. */
public enum RecordLayout {
  /**
   * One key for each record, which one point read finds. A record is never split and has no version
   * slot. For small records that change often; larger records are refused.
   */
  SINGLE_KEY,
  /**
   * A range of keys for each record: a slot for the version, then chunks of up to 100,000 bytes.
   */
  SPLIT
}
