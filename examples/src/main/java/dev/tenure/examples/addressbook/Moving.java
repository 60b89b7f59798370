package dev.tenure.examples.addressbook;

import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.keyspace.ImportMode;
import dev.tenure.record.keyspace.ImportProgress;
import dev.tenure.record.keyspace.KeySpacePath;
import dev.tenure.record.keyspace.KeySpaceTransfer;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.header.StoreLock;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The chapter in which a tenant moves to another database: its book is locked, exported, imported,
 * and opened there.
 */
final class Moving {
  private static final String TENANT = "tenant 0";

  private final AddressBook here;
  private final AddressBook there;
  private final PrintStream out;

  Moving(AddressBook here, AddressBook there, PrintStream out) {
    this.here = here;
    this.there = there;
    this.out = out;
  }

  private static void with(AddressBook book, Consumer<RecordStore> change) {
    book.inBook(
        TENANT,
        store -> {
          change.accept(store);
          return CompletableFuture.completedFuture(null);
        });
  }

  void run() {
    lock();
    List<ByteString> pages = export();
    load(pages);
    unlock();
  }

  private void lock() {
    with(here, store -> store.lock(StoreLock.Kind.WRITES, "moving to another cluster"));
    try {
      here.save(TENANT, AddressBook.person(3, "Ida"));
    } catch (RecordLayerException e) {
      out.println("refused: " + e.code());
    }
    out.println("still readable: " + here.person(TENANT, 1).getName());
  }

  private List<ByteString> export() {
    List<ByteString> pages = new ArrayList<>();
    KeySpacePath tenant = here.tenant(TENANT);
    KeySpaceTransfer transfer = KeySpaceTransfer.of(here.database()).withPageBytesMax(200);
    here.database()
        .join(
            transfer.exportTo(
                tenant,
                Optional.empty(),
                page -> {
                  pages.add(page.bytes());
                  return CompletableFuture.completedFuture(null);
                }));
    out.println("exported " + pages.size() + " pages");
    return pages;
  }

  private void load(List<ByteString> pages) {
    ImportProgress progress =
        there
            .database()
            .join(
                KeySpaceTransfer.of(there.database())
                    .importFrom(
                        there.tenant(TENANT),
                        ImportMode.INTO_EMPTY,
                        ImportProgress.start(),
                        number -> CompletableFuture.completedFuture(pages.get((int) number)),
                        kept -> CompletableFuture.completedFuture(null)));
    out.println("complete: " + progress.complete());
  }

  private void unlock() {
    with(
        there,
        store -> {
          store.setIncarnation(store.header().incarnation() + 1);
          store.unlock();
        });
    there.save(TENANT, AddressBook.person(3, "Ida"));
    here.database().join(here.database().run(here.tenant(TENANT)::delete));
    out.println("here: " + here.database().join(here.database().run(here.tenant(TENANT)::hasData)));
    out.println(
        "there: " + there.person(TENANT, 1).getName() + ", " + there.person(TENANT, 3).getName());
  }
}
