package dev.tenure.late;

import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.TransactionOptions;

/** The snapshot view of a transaction. */
final class LateSnapshot extends LateReads {
  private final LateTransaction transaction;

  LateSnapshot(LateTransaction transaction, Session session, ReadTransaction below) {
    super(session, below);
    this.transaction = transaction;
  }

  @Override
  public ReadTransaction snapshot() {
    return this;
  }

  @Override
  public TransactionOptions options() {
    return transaction.options();
  }
}
