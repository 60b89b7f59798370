package dev.tenure.queue.directory;

/** The state of a tenant, as the directory's entry has it. */
public enum TenantState {
  /** The tenant is being created: the entry exists, and the store may not exist yet. */
  CREATING,
  ACTIVE,
  /**
   * The tenant is suspended: nothing is enqueued and no handler starts; handlers that run already
   * finish.
   */
  SUSPENDED,
  /** The tenant is being deleted, which cannot be undone; its alternate keys are free. */
  DELETING
}
