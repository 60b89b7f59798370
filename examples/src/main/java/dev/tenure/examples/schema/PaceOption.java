package dev.tenure.examples.schema;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The pace of a roll-out. */
final class PaceOption {
  @Option(
      names = "--tenants-per-second",
      paramLabel = "N",
      description = "tenants visited in a second on each cluster; 0 for no limit (default: 500)")
  private @Nullable Integer tenants;

  @Option(
      names = "--records-per-second",
      paramLabel = "N",
      description = "records that one build scans in a second; 0 for no limit (default: 5000)")
  private @Nullable Integer records;

  /** Adds the fields of a request that were given. */
  Map<String, Object> addTo(Map<String, Object> body) {
    if (tenants != null) {
      body.put("tenantsPerSecond", tenants);
    }
    if (records != null) {
      body.put("recordsPerSecond", records);
    }
    return body;
  }
}
