package dev.tenure.record.store;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.store.header.StoreMetaData;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Updates the indexes of one store when a record changes, as the state of each index requires. */
final class IndexUpdates {
  private final StoreState state;
  private final StoreMetaData metaData;

  IndexUpdates(StoreState state, StoreMetaData metaData) {
    this.state = state;
    this.metaData = metaData;
  }

  /**
   * Adds to the batch the updates of all indexes that have the record before or after the change.
   */
  void add(RecordChange change, WriteBatch batch) {
    for (BoundIndex index : concerned(change.before(), change.after())) {
      switch (state.indexState(index)) {
        case READABLE, UNIQUE_PENDING ->
            index.maintainer().update(state.place(index), change, batch);
        case WRITE_ONLY -> addUnfinished(index, change, batch);
        case DISABLED -> {}
      }
    }
  }

  /**
   * Adds the update of an index that is being built. An update that may be repeated without harm is
   * always made, and the builder repeats it. Any other update is made only for records that the
   * index has already been built of.
   */
  private void addUnfinished(BoundIndex index, RecordChange change, WriteBatch batch) {
    RecordChange known = fits(index, change) ? change : new RecordChange(null, change.after());
    if (known.before() == null && known.after() == null) {
      return;
    }
    if (index.maintainer().isIdempotent()) {
      index.maintainer().update(state.place(index), known, batch);
    } else {
      new UnfinishedUpdate(state, metaData, index, known).addTo(batch);
    }
  }

  /**
   * Whether the record before the change can be in the index. A record that cannot be, because it
   * was saved while the index was not maintained, must still be possible to change and delete.
   */
  private boolean fits(BoundIndex index, RecordChange change) {
    if (change.before() == null) {
      return true;
    }
    WriteBatch unused = new WriteBatch(state.context(), state.pending());
    try {
      RecordChange gone = new RecordChange(change.before(), null);
      index.maintainer().update(state.place(index), gone, unused);
      return true;
    } catch (RecordLayerException e) {
      if (InlineBuild.CONTRADICTIONS.contains(e.code())) {
        return false;
      }
      throw e;
    }
  }

  private static Collection<BoundIndex> concerned(
      @Nullable IndexedRecord before, @Nullable IndexedRecord after) {
    if (before == null || after == null || before.type() == after.type()) {
      IndexedRecord one = after == null ? before : after;
      return one == null ? List.of() : one.type().indexes();
    }
    Set<BoundIndex> both = new LinkedHashSet<>(before.type().indexes());
    both.addAll(after.type().indexes());
    return both;
  }
}
