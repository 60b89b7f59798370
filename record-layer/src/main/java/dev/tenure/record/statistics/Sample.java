package dev.tenure.record.statistics;

import dev.tenure.record.store.StoredRecord;
import java.util.List;

/**
 * A sample of the records of a type.
 *
 * @param all the estimated number of records of the type
 * @param whole whether the sample has all records
 */
record Sample(List<StoredRecord> records, double all, boolean whole) {
  Sample {
    records = List.copyOf(records);
  }
}
