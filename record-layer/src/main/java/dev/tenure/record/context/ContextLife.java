package dev.tenure.record.context;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.meter.TransactionOutcome;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The state of a context between its opening and its end. Safe for use by many threads. */
final class ContextLife {
  private enum Phase {
    OPEN,
    COMMITTING,
    SUBMITTED,
    COMMITTED,
    FAILED,
    CLOSED
  }

  private Phase phase = Phase.OPEN;
  private boolean submitted;
  private boolean refuted;
  private boolean closed;
  private long committedVersion;
  private @Nullable Throwable failure;

  synchronized void requireWritable() {
    if (phase != Phase.OPEN && phase != Phase.COMMITTING) {
      throw new IllegalStateException("the context is " + phase + ", expected an open one");
    }
  }

  /** Requires that the context is not closed, for calls that are allowed until then. */
  synchronized void requireNotClosed(String doing) {
    if (closed) {
      throw new IllegalStateException(doing + " of a context that is CLOSED");
    }
  }

  synchronized void beginCommit() {
    if (phase != Phase.OPEN) {
      throw new IllegalStateException("commit of a context that is " + phase);
    }
    phase = Phase.COMMITTING;
  }

  /** Whether the commit has begun and has not been submitted. */
  synchronized boolean isCommitting() {
    return phase == Phase.COMMITTING;
  }

  /** Notes that the commit is sent to the database. */
  synchronized void submit() {
    if (phase != Phase.COMMITTING) {
      throw new IllegalStateException("the context is " + phase + ", so its commit is not sent");
    }
    phase = Phase.SUBMITTED;
    submitted = true;
  }

  synchronized void committed(long version) {
    committedVersion = version;
    failure = null;
    phase = Phase.COMMITTED;
  }

  /** Notes that the body, a check or the commit failed. */
  synchronized void failed(Throwable error) {
    failure = error;
    if (!closed) {
      phase = Phase.FAILED;
    }
  }

  /** Notes that the commit, whose result was unknown, was not applied and never will be. */
  synchronized void refuted() {
    refuted = true;
  }

  /** Closes the context. Returns false when it was closed before. */
  synchronized boolean close() {
    if (closed) {
      return false;
    }
    closed = true;
    if (phase != Phase.COMMITTED) {
      phase = Phase.CLOSED;
    }
    return true;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  synchronized boolean wasSubmitted() {
    return submitted;
  }

  synchronized long committedVersion() {
    if (phase != Phase.COMMITTED) {
      throw new IllegalStateException("no committed version: the context is " + phase);
    }
    return committedVersion;
  }

  synchronized @Nullable Throwable failure() {
    return failure;
  }

  /** FoundationDB's code of the failure. */
  synchronized OptionalInt errorCode() {
    return FdbErrorPredicates.codeOf(failure);
  }

  synchronized TransactionOutcome outcome() {
    if (phase == Phase.COMMITTED) {
      return TransactionOutcome.COMMITTED;
    }
    int code = errorCode().orElse(0);
    boolean unanswered = failure == null || FdbErrorPredicates.maybeInFlight(code);
    if (submitted && !refuted && (unanswered || failure instanceof IllegalStateException)) {
      return TransactionOutcome.UNKNOWN;
    }
    if (failure == null) {
      return TransactionOutcome.ABANDONED;
    }
    return code == FdbErrorPredicates.NOT_COMMITTED
        ? TransactionOutcome.CONFLICTED
        : TransactionOutcome.FAILED;
  }
}
