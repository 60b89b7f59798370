package dev.tenure.record.meter;

/** How a transaction ended. */
public enum TransactionOutcome {
  /** Its writes, if any, are applied. */
  COMMITTED,
  /** Not applied: something it had read was changed. */
  CONFLICTED,
  /** Not applied, and never will be: its body, a commit check or its commit failed. */
  FAILED,
  /** It may have been applied, or may be still. */
  UNKNOWN,
  /** Not applied: closed without a commit. */
  ABANDONED
}
