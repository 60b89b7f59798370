package dev.tenure.record.meter;

/** How a transaction ended. */
public enum TransactionOutcome {
  /** The transaction was applied. */
  COMMITTED,
  /** Not applied: another transaction changed a key that this one had read. */
  CONFLICTED,
  /** Not applied, and never will be: its body, a commit check or its commit failed. */
  FAILED,
  /** The transaction may have been applied, or may still be applied. */
  UNKNOWN,
  /** Not applied: closed without a commit. */
  ABANDONED
}
