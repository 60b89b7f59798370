package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.SecondaryKey;
import java.util.Set;

/** A record as applications see it. */
record SeenRecord(String pk, Set<SecondaryKey> keys, String value) {
  static SeenRecord of(DataRecord record) {
    return new SeenRecord(record.key().value(), record.keys(), record.value().toStringUtf8());
  }

  boolean owns(SecondaryKey key) {
    return keys.contains(key);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[" + pk + " {");
    keys.forEach(key -> text.append(key.value()).append(' '));
    return text.append("} ").append(value).append(']').toString();
  }
}
