package dev.tenure.record.global.protocol;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.PrimaryKey;
import java.util.List;
import java.util.Optional;

/**
 * Some of the records that own a shared key.
 *
 * @param records the records; each owned the key at some instant during the call
 * @param last the key after which the next page continues; empty when there is no next page
 */
public record SharedPage(List<DataRecord> records, Optional<PrimaryKey> last) {
  public SharedPage {
    records = List.copyOf(records);
  }

  /** A page of all owners in order. */
  static SharedPage of(List<DataRecord> owners, Optional<PrimaryKey> after, int most) {
    List<DataRecord> page =
        owners.stream()
            .filter(each -> after.isEmpty() || each.key().compareTo(after.get()) > 0)
            .limit(most)
            .toList();
    return new SharedPage(
        page, page.size() < most ? Optional.empty() : Optional.of(page.get(most - 1).key()));
  }
}
