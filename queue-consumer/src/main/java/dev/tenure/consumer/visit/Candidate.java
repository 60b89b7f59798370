package dev.tenure.consumer.visit;

import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** An entry of a top-level queue that a manager can visit: a zone or a local item. */
public sealed interface Candidate {

  Source source();

  Instant vesting();

  VisitKey key();

  /** Calls the manager's visit for this kind of candidate; see {@link Manager#visit}. */
  CompletableFuture<VisitReport> visitBy(Manager manager, int slots);

  /**
   * A zone with the nudges that the peek saw for it. One visit serves the pointer and the nudges.
   *
   * @param vesting the vesting time of the pointer or of the earliest nudge
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

    /** The candidate for another visit, after a visit that cleared the nudges. */
    public Zone withoutNudges() {
      return new Zone(source, ref, List.of(), vesting);
    }
  }

  /** A local item: an item that lies in the top-level queue itself. */
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
