package dev.tenure.examples.addressbook;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.addressbook.proto.Person;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.UniquenessViolationException;
import dev.tenure.record.store.SaveMode;
import dev.tenure.record.store.StoredRecord;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The chapters about the place of a book, saving and loading, a unique value, and many tenants at
 * once.
 */
final class Basics {
  private static final int TENANTS = 8;

  private final AddressBook book;
  private final PrintStream out;

  Basics(AddressBook book, PrintStream out) {
    this.book = book;
    this.out = out;
  }

  void run() {
    keySpace();
    metaData();
    saveAndLoad();
    modes();
    uniqueEmail();
    tenantsAtOnce();
  }

  private void keySpace() {
    int bytes =
        book.database()
            .join(book.database().run(book.tenant("ann").add("book")::toSubspace))
            .getKey()
            .length;
    out.println(book.tenant("ann").add("book") + " is a prefix of " + bytes + " bytes");
  }

  private void metaData() {
    book.inBook(
        "ann",
        store -> {
          out.println("version " + store.header().metaDataVersion() + " of the metadata");
          out.println("by-email is " + store.indexState("by-email"));
          return CompletableFuture.completedFuture(null);
        });
  }

  private void saveAndLoad() {
    Person bob = AddressBook.person(1, "Bob", "Oslo");
    StoredRecord saved = book.inBook("ann", store -> store.save(bob));
    out.println("saved " + saved.type() + " " + saved.primaryKey());

    Optional<StoredRecord> loaded =
        book.inBook("ann", store -> store.load("Person", Tuple.from(1)));
    out.println("loaded " + loaded.orElseThrow().message(Person.class).getName());
  }

  private void modes() {
    Person bob = AddressBook.person(1, "Robert", "Oslo");
    Person eve = AddressBook.person(2, "Eve", "Rome");
    refused(() -> book.inBook("ann", store -> store.save(bob, SaveMode.INSERT)));
    refused(() -> book.inBook("ann", store -> store.save(eve, SaveMode.UPDATE)));
    book.inBook("ann", store -> store.save(bob, SaveMode.UPDATE));
    book.inBook("ann", store -> store.save(eve, SaveMode.INSERT));
    out.println("person 1 is now " + book.person("ann", 1).getName());
  }

  private void refused(Runnable action) {
    try {
      action.run();
    } catch (RecordLayerException e) {
      out.println("refused: " + e.code());
    }
  }

  private void uniqueEmail() {
    Person bob = AddressBook.person(1, "Bob", "Oslo").toBuilder().setEmail("b@x.org").build();
    Person eve = AddressBook.person(2, "Eve", "Rome").toBuilder().setEmail("b@x.org").build();
    book.save("ann", bob);
    try {
      book.save("ann", eve);
    } catch (UniquenessViolationException e) {
      out.println(e.index() + " " + e.value() + " is taken by person " + e.otherPrimaryKey());
    }
    out.println("Eve has no e-mail: " + !book.person("ann", 2).hasEmail());
  }

  private void tenantsAtOnce() {
    List<String> tenants = new ArrayList<>();
    for (int i = 0; i < TENANTS; i++) {
      String tenant = "tenant " + i;
      tenants.add(tenant);
      book.save(tenant, AddressBook.person(1, "Bob"));
    }
    AtomicInteger retries = new AtomicInteger();
    RunOptions options =
        RunOptions.defaults().withRetryListener(retry -> retries.incrementAndGet());
    List<CompletableFuture<StoredRecord>> saves =
        tenants.stream()
            .map(
                tenant ->
                    book.database()
                        .run(
                            options,
                            context ->
                                book.open(context, tenant)
                                    .thenCompose(
                                        store -> store.save(AddressBook.person(2, "Eve")))))
            .toList();
    saves.forEach(book.database()::join);
    out.println(saves.size() + " tenants saved at once, " + retries + " retries");
  }
}
