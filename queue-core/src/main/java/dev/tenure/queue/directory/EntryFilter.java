package dev.tenure.queue.directory;

import java.util.Optional;

/** A filter of entries. An empty part accepts all entries. */
public record EntryFilter(
    Optional<String> application, Optional<TenantState> state, Optional<String> cluster) {
  public static final EntryFilter ALL =
      new EntryFilter(Optional.empty(), Optional.empty(), Optional.empty());

  public EntryFilter withApplication(String wanted) {
    return new EntryFilter(Optional.of(wanted), state, cluster);
  }

  public EntryFilter withState(TenantState wanted) {
    return new EntryFilter(application, Optional.of(wanted), cluster);
  }

  public EntryFilter withCluster(String wanted) {
    return new EntryFilter(application, state, Optional.of(wanted));
  }

  boolean accepts(StoredEntry entry) {
    return application.filter(wanted -> !wanted.equals(entry.tenant().application())).isEmpty()
        && state.filter(wanted -> wanted != entry.state()).isEmpty()
        && cluster.filter(wanted -> !wanted.equals(entry.value().getCluster())).isEmpty();
  }
}
