package dev.tenure.queue.directory;

/** The state of a tenant, as its entry has it. A state for moves between clusters will follow. */
public enum TenantState {
  /** The entry exists, and the store may not. */
  CREATING,
  ACTIVE,
  /** Nothing is enqueued and no item begins; items under way end. */
  SUSPENDED,
  /** The tenant is being deleted, which cannot be undone; its alternate keys are free. */
  DELETING
}
