package dev.tenure.campaigns.simulation.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.record.global.SecondaryKey;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A call of an operator.
 *
 * @param keys which the tenant is to have
 * @param begin the task in which it was made
 */
record DirectoryOperation(Kind kind, TenantId tenant, Set<SecondaryKey> keys, long begin) {

  /** What operators do with one tenant. */
  enum Kind {
    CREATE,
    CHANGE,
    SUSPEND,
    RESUME,
    DELETE
  }

  @Override
  public String toString() {
    return kind
        + " "
        + tenant
        + " "
        + keys.stream().map(SecondaryKey::value).collect(Collectors.joining(",", "[", "]"));
  }
}
