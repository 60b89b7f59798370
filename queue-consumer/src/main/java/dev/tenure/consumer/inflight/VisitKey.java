package dev.tenure.consumer.inflight;

import dev.tenure.queue.pointer.PointerRef;

/** What must not be visited twice at a time. */
public sealed interface VisitKey {
  String cluster();

  /** The same number in every process, spread over all numbers only when it is hashed again. */
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
