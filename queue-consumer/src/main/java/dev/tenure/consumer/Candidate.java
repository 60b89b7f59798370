package dev.tenure.consumer;

import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Something seen in a top-level queue that a manager may be given. */
sealed interface Candidate {

  Source source();

  Instant vesting();

  Key key();

  /** Has the manager visit it; see {@link Manager#visit}. */
  CompletableFuture<VisitReport> visitBy(Manager manager, int places);

  /** What must not be visited twice at a time. */
  sealed interface Key {
    String cluster();

    /** The same number in every process, spread over all numbers only when it is hashed again. */
    long hash();

    record OfZone(String cluster, PointerRef ref) implements Key {
      @Override
      public long hash() {
        long user = ref.tenant().user().hashCode();
        return (ref.applicationId() * 31 + user) * 31 + ref.zone().hashCode();
      }
    }

    record OfLocalItem(String cluster, int shard, String id) implements Key {
      @Override
      public long hash() {
        return id.hashCode();
      }
    }
  }

  /**
   * A zone, with the nudges seen for it: all are one visit.
   *
   * @param vesting of the pointer or the earliest nudge
   */
  record Zone(Source source, PointerRef ref, List<TopLevelEntry.Nudge> nudges, Instant vesting)
      implements Candidate {
    @Override
    public Key key() {
      return new Key.OfZone(source.cluster().name(), ref);
    }

    @Override
    public CompletableFuture<VisitReport> visitBy(Manager manager, int places) {
      return manager.visitZone(this, places);
    }

    /** For another visit, after one that cleared the nudges. */
    Zone withoutNudges() {
      return new Zone(source, ref, List.of(), vesting);
    }
  }

  /** An item of the cluster itself. */
  record LocalItem(Source source, TopLevelEntry.Local entry) implements Candidate {
    @Override
    public Instant vesting() {
      return entry.vesting();
    }

    @Override
    public Key key() {
      return new Key.OfLocalItem(source.cluster().name(), source.shard(), entry.id());
    }

    @Override
    public CompletableFuture<VisitReport> visitBy(Manager manager, int places) {
      return manager.lease(this, places);
    }
  }
}
