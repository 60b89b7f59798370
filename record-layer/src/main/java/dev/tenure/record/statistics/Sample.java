package dev.tenure.record.statistics;

import dev.tenure.record.store.StoredRecord;
import java.util.List;

/**
 * Records of a type.
 *
 * @param all how many the type is thought to have
 * @param whole whether these are all
 */
record Sample(List<StoredRecord> records, double all, boolean whole) {
  Sample {
    records = List.copyOf(records);
  }
}
