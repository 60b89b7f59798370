package dev.tenure.examples.sync;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.sync.proto.Task;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.util.concurrent.CompletableFuture;

/** A change of one task: a new text, or its deletion, which replaces the task by a mark. */
record Edit(long id, String text, boolean deletes) {

  CompletableFuture<StoredRecord> in(RecordStore store) {
    return store
        .load("Task", Tuple.from(id))
        .thenCompose(
            found -> {
              long edits =
                  found.map(record -> record.message(Task.class).getEdits()).orElse(0L) + 1;
              Task.Builder task = Task.newBuilder().setId(id).setEdits(edits);
              return store.save(
                  deletes ? task.setDeleted(true).build() : task.setText(text).build());
            });
  }
}
