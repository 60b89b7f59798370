package dev.tenure.queue.pointer;

/** Decides whether a visit first leases its pointer, so that no second consumer visits the zone. */
public enum PointerLeasing {
  /**
   * One transaction reads the pointer, leases the items and requeues the pointer. When another
   * visit commits first, this one conflicts, and its reads are lost.
   */
  NEVER,
  /**
   * As in the paper (Algorithm 2, line 1): a small transaction leases the pointer for a second, and
   * only its holder reads the zone. Each visit costs one more transaction, which collides early.
   */
  ALWAYS,
  /** As {@link #ALWAYS} while more than one in twenty visits conflict, otherwise {@link #NEVER}. */
  ADAPTIVE
}
