package dev.tenure.queue.pointer;

/** How visits to a cluster keep two consumers from doing the work of one. */
public enum PointerLeasing {
  /**
   * One transaction reads the pointer, leases the items and requeues the pointer. When another
   * visit was faster its commit conflicts, and all that it read was read in vain.
   */
  NEVER,
  /**
   * As in the paper (Algorithm 2, line 1): a small transaction of its own leases the pointer for a
   * second; only its holder looks into the zone. A transaction more for each visit, which collides
   * early.
   */
  ALWAYS,
  /** As {@link #ALWAYS} while more than one in twenty visits lose at their commit. */
  ADAPTIVE
}
