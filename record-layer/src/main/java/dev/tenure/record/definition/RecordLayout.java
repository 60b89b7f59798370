package dev.tenure.record.definition;

/** How the records of a type lie in the key space; fixed once records are stored. */
public enum RecordLayout {
  /**
   * One key for each record, found by one point read: never split, no version slot. For small
   * records that change often; larger ones are refused.
   */
  SINGLE_KEY,
  /** A range of keys for each record: a place for a version, then chunks of up to 100,000 bytes. */
  SPLIT
}
