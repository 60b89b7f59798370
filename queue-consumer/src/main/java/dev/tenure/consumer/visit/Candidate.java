package dev.tenure.consumer.visit;

import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Something seen in a top-level queue that a manager may be given. */
public sealed interface Candidate {

  Source source();

  Instant vesting();

  VisitKey key();

  /** Has the manager visit it; see {@link Manager#visit}. */
  CompletableFuture<VisitReport> visitBy(Manager manager, int slots);

  /**
   * A zone, with the nudges seen for it: all are one visit.
   *
   * @param vesting of the pointer or the earliest nudge
   */
  record Zone(Source source, PointerRef ref, List<TopLevelEntry.Nudge> nudges, Instant vesting)
      implements Candidate {
    @Override
    public VisitKey key() {
      return new VisitKey.OfZone(source.cluster().name(), ref);
    }

    @Override
    public CompletableFuture<VisitReport> visitBy(Manager manager, int slots) {
      return manager.visitZone(this, slots);
    }

    /** For another visit, after one that cleared the nudges. */
    public Zone withoutNudges() {
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
    public VisitKey key() {
      return new VisitKey.OfLocalItem(source.cluster().name(), source.shard(), entry.id());
    }

    @Override
    public CompletableFuture<VisitReport> visitBy(Manager manager, int slots) {
      return manager.lease(this, slots);
    }
  }
}
