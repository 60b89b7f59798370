package dev.tenure.record;

import com.apple.foundationdb.subspace.Subspace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction knows of one store beyond what it has read and written: shared by all {@link
 * RecordStore} objects on the store's subspace in the transaction.
 */
final class StoreState {
  private final RecordContext context;
  private final PendingCounts counts = new PendingCounts();
  private @Nullable StoredHeader header;

  private record Key(Subspace subspace) {}

  private StoreState(RecordContext context) {
    this.context = context;
    context.addLastWrite(() -> counts.flush(context));
  }

  static StoreState of(RecordContext context, Subspace subspace) {
    return context.attachment(new Key(subspace), () -> new StoreState(context));
  }

  RecordContext context() {
    return context;
  }

  PendingCounts counts() {
    return counts;
  }

  /** The header as this transaction last read or wrote it. */
  synchronized Optional<StoredHeader> header() {
    return Optional.ofNullable(header);
  }

  synchronized void header(@Nullable StoredHeader newHeader) {
    header = newHeader;
  }

  /** Everything in the store is being cleared. */
  void discardData() {
    counts.discard();
  }
}
