package dev.tenure.queue.directory;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantMark;
import dev.tenure.queue.directory.DirectoryFinding.Kind;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.audit.Audit;
import dev.tenure.record.global.audit.AuditListener;
import dev.tenure.record.global.audit.AuditOptions;
import dev.tenure.record.global.audit.Finding;
import dev.tenure.record.global.audit.Finding.Result;
import dev.tenure.record.global.upkeep.WalkPosition;
import dev.tenure.record.global.upkeep.WalkProgress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** The audit of the global index, with a look at the store of each entry in the same walk. */
final class EntryAudit {
  /** The time after which a creation or deletion counts as unfinished. */
  private static final Duration UNDER_WAY = Duration.ofMinutes(1);

  private final Parts parts;
  private final TenantDirectory directory;

  EntryAudit(Parts parts, TenantDirectory directory) {
    this.parts = parts;
    this.directory = directory;
  }

  CompletableFuture<AuditPage> page(Optional<WalkPosition> from, int max, boolean repairs) {
    AuditOptions options =
        AuditOptions.defaults().withRepair(repairs).withWalk(EntryList.options(max));
    return parts
        .entries()
        .upkeep(
            "an audit",
            upkeep -> {
              Found found = new Found();
              return new Audit(upkeep, options, found)
                  .run(
                      from,
                      (protocol, record) ->
                          EntryList.isEntry(record)
                              ? look(found, record, repairs)
                              : CompletableFuture.completedFuture(null))
                  .thenApply(report -> found.page(report.position()));
            });
  }

  private CompletableFuture<Void> look(Found found, DataRecord record, boolean repairs) {
    StoredEntry entry = StoredEntry.of(record);
    found.visited.put(entry.tenant(), entry.toEntry());
    return compare(entry)
        .thenCompose(
            kind ->
                kind.isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : confirm(entry, kind.get(), repairs)
                        .thenAccept(confirmed -> confirmed.ifPresent(found.findings::add)));
  }

  private CompletableFuture<Optional<Kind>> compare(StoredEntry entry) {
    Optional<QueueCluster> cluster = parts.deployment().cluster(entry.value().getCluster());
    if (cluster.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.of(Kind.CLUSTER_UNKNOWN));
    }
    if (entry.value().hasMove()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return switch (entry.state()) {
      case CREATING, DELETING ->
          CompletableFuture.completedFuture(
              Optional.of(Kind.UNFINISHED).filter(kind -> isOld(entry)));
      case ACTIVE, SUSPENDED -> compare(entry, cluster.get());
    };
  }

  private boolean isOld(StoredEntry entry) {
    long since = parts.now().toEpochMilli() - entry.value().getStateMillis();
    return since >= UNDER_WAY.toMillis();
  }

  private CompletableFuture<Optional<Kind>> compare(StoredEntry entry, QueueCluster cluster) {
    return parts
        .stores()
        .find(cluster, entry.tenant())
        .thenCompose(
            store -> {
              if (store.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.of(Kind.ENTRY_WITHOUT_STORE));
              }
              return store.get().isOf(entry.life())
                  ? parts
                      .stores()
                      .mark(cluster, entry.tenant())
                      .thenApply(mark -> state(entry, mark))
                  : CompletableFuture.completedFuture(Optional.of(Kind.OTHER_LIFE));
            });
  }

  private static Optional<Kind> state(StoredEntry entry, Optional<TenantMark> mark) {
    if (mark.isEmpty()) {
      return Optional.of(Kind.ENTRY_WITHOUT_STORE);
    }
    return mark.get().state() == entry.markState()
        ? Optional.empty()
        : Optional.of(Kind.STATE_DIFFERS);
  }

  private CompletableFuture<Optional<DirectoryFinding>> confirm(
      StoredEntry entry, Kind kind, boolean repairs) {
    return parts
        .entries()
        .find(entry.tenant())
        .thenCompose(
            again -> {
              if (again.filter(each -> isSame(each, entry)).isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              DirectoryFinding found = finding(kind, entry, false);
              return repairs && (kind == Kind.UNFINISHED || kind == Kind.STATE_DIFFERS)
                  ? finish(found, finding(kind, entry, true))
                  : CompletableFuture.completedFuture(Optional.of(found));
            });
  }

  /**
   * Finishes what stopped. The result is empty when another operation has finished it meanwhile. A
   * creation that meets a store of another life cannot go on; its finding stays as it was.
   */
  private CompletableFuture<Optional<DirectoryFinding>> finish(
      DirectoryFinding found, DirectoryFinding finished) {
    return directory
        .repairs()
        .finish(found.tenant())
        .thenApply(done -> Optional.of(finished))
        .exceptionallyCompose(
            error ->
                FdbErrorPredicates.unwrap(error) instanceof QueueException told
                    ? left(found, told)
                    : CompletableFuture.failedFuture(error));
  }

  /** The finding that is left when its repair has failed. */
  private static CompletableFuture<Optional<DirectoryFinding>> left(
      DirectoryFinding found, QueueException told) {
    return switch (told.code()) {
      case TENANT_NOT_FOUND, TENANT_DELETING -> CompletableFuture.completedFuture(Optional.empty());
      case TENANT_EXISTS -> CompletableFuture.completedFuture(Optional.of(found));
      default -> CompletableFuture.failedFuture(told);
    };
  }

  private static DirectoryFinding finding(Kind kind, StoredEntry entry, boolean repaired) {
    return new DirectoryFinding(
        kind,
        entry.tenant(),
        entry.value().getCluster(),
        Optional.of(entry.toEntry()),
        Optional.empty(),
        repaired);
  }

  private static boolean isSame(StoredEntry one, StoredEntry other) {
    return one.record().version().equals(other.record().version());
  }

  /**
   * Collects the findings of one page. Data records are judged in the page in which they are
   * visited.
   */
  private static final class Found implements AuditListener {
    private final Map<TenantId, TenantEntry> visited = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<DirectoryFinding> findings = new ConcurrentLinkedQueue<>();
    private final LongAdder garbage = new LongAdder();
    private volatile int looked;

    @Override
    public void found(Finding each) {
      switch (each.state()) {
        case MISSING, UNINDEXED -> add(Kind.KEY_NOT_INDEXED, each);
        case VIOLATION -> add(Kind.KEY_VIOLATED, each);
        case ORPHANED, DISOWNED, MISPLACED, DUMMY -> garbage.increment();
        case VALID, UNDECIDED -> {}
      }
    }

    private void add(Kind kind, Finding each) {
      TenantEntry entry = visited.get(StoredEntry.tenant(each.owner().value()));
      if (entry != null) {
        boolean repaired = each.result() == Result.REPAIRED;
        findings.add(
            new DirectoryFinding(
                kind, entry.tenant(), entry.cluster(), Optional.of(entry), each.key(), repaired));
      }
    }

    @Override
    public void progress(WalkProgress page) {
      looked = (int) page.records();
    }

    AuditPage page(Optional<WalkPosition> rest) {
      String next = rest.map(EntryList::text).orElse(StoreAudit.BEGIN);
      return new AuditPage(List.copyOf(findings), looked, garbage.sum(), Optional.of(next));
    }
  }
}
