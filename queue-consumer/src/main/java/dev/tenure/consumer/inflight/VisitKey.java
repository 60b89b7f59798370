package dev.tenure.consumer.inflight;

import dev.tenure.queue.pointer.PointerRef;

/** The identity of a candidate, of which at most one visit is under way. */
public sealed interface VisitKey {
  String cluster();

  /** A number that is the same in every process. It must be hashed again to be evenly spread. */
  long hash();

  record OfZone(String cluster, PointerRef ref) implements VisitKey {
    @Override
    public long hash() {
      long user = ref.tenant().user().hashCode();
      return (ref.applicationId() * 31 + user) * 31 + ref.zone().hashCode();
    }
  }

  record OfLocalItem(String cluster, int shard, String id) implements VisitKey {
    @Override
    public long hash() {
      return id.hashCode();
    }
  }
}
