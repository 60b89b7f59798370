package dev.tenure.examples.sync;

import com.google.protobuf.ByteString;
import dev.tenure.record.keyspace.ImportMode;
import dev.tenure.record.keyspace.ImportProgress;
import dev.tenure.record.keyspace.KeySpaceTransfer;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.header.StoreLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Moves a list to another cluster. The list is locked meanwhile, and has the next incarnation
 * there.
 */
record UserMove(TaskService from, TaskService to) {

  /**
   * Moves the list.
   *
   * @param meanwhile runs during the move; it finds the list first locked and then absent
   */
  void run(Runnable meanwhile) {
    change(from, store -> store.lock(StoreLock.Kind.WRITES, "moving"));
    meanwhile.run();
    List<ByteString> pages = new ArrayList<>();
    from.database()
        .join(
            KeySpaceTransfer.of(from.database())
                .exportTo(
                    from.user(),
                    Optional.empty(),
                    page -> {
                      pages.add(page.bytes());
                      return CompletableFuture.completedFuture(null);
                    }));
    to.database()
        .join(
            KeySpaceTransfer.of(to.database())
                .importFrom(
                    to.user(),
                    ImportMode.INTO_EMPTY,
                    ImportProgress.start(),
                    number -> CompletableFuture.completedFuture(pages.get((int) number)),
                    kept -> CompletableFuture.completedFuture(null)));
    change(
        to,
        store -> {
          store.setIncarnation(store.header().incarnation() + 1);
          store.unlock();
        });
    from.database().join(from.database().run(from.user()::delete));
  }

  private static void change(TaskService service, Consumer<RecordStore> change) {
    service.join(
        OpenMode.OPEN,
        store -> {
          change.accept(store);
          return CompletableFuture.completedFuture(true);
        });
  }
}
