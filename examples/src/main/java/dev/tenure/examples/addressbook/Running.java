package dev.tenure.examples.addressbook;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.addressbook.proto.Person;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RetryListener;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The chapters about running a body: retries, names, tags, stale reads, and the log of slow
 * transactions.
 */
final class Running {
  private final AddressBook book;
  private final RecordDatabase database;
  private final TutorialClock clock;
  private final List<String> log;
  private final PrintStream out;

  Running(AddressBook book, TutorialClock clock, List<String> log, PrintStream out) {
    this.book = book;
    this.database = book.database();
    this.clock = clock;
    this.log = log;
    this.out = out;
  }

  void run() {
    retries();
    staleReads();
    slowTransactions();
  }

  private void retries() {
    RunOptions options =
        RunOptions.defaults().withName("rename").withAttemptsMax(5).withRetryListener(this::print);
    StoredRecord renamed = database.join(database.run(options, this::rename));
    out.println("person 1 is " + renamed.message(Person.class).getName());
  }

  private void print(RetryListener.Retry retry) {
    if (retry.error() instanceof RecordLayerException error) {
      out.println(retry.run() + ", attempt " + retry.attempt() + ": " + error.code());
    }
  }

  private CompletableFuture<StoredRecord> rename(RecordContext context) {
    return book.open(context, "ann")
        .thenCompose(
            store ->
                store
                    .load("Person", Tuple.from(1))
                    .thenCompose(found -> meanwhile(context, found))
                    .thenCompose(found -> save(store, found)));
  }

  /** During the first attempt somebody else saves the person that was read. */
  private CompletableFuture<Optional<StoredRecord>> meanwhile(
      RecordContext context, Optional<StoredRecord> found) {
    if (context.attempt() > 0) {
      return CompletableFuture.completedFuture(found);
    }
    Person bobby = AddressBook.person(1, "Bobby", "Oslo");
    return database
        .run(other -> book.open(other, "ann").thenCompose(store -> store.save(bobby)))
        .thenApply(saved -> found);
  }

  private static CompletableFuture<StoredRecord> save(
      RecordStore store, Optional<StoredRecord> found) {
    Person person = found.orElseThrow().message(Person.class);
    return store.save(person.toBuilder().setName(person.getName() + " Smith").build());
  }

  private void staleReads() {
    RunOptions options =
        RunOptions.defaults()
            .withName("start page")
            .withContext(
                ContextOptions.defaults()
                    .withTag("web")
                    .withPriority(ContextOptions.Priority.BATCH)
                    .withStaleness(Duration.ofSeconds(2)));
    long first = database.join(database.run(options, RecordContext::readVersion));
    long second = database.join(database.run(options, RecordContext::readVersion));
    out.println("same version: " + (first == second));
    book.save("ann", AddressBook.person(3, "Zoe"));
    long third = database.join(database.run(options, RecordContext::readVersion));
    out.println("sees what this process has saved: " + (third > second));
  }

  private void slowTransactions() {
    RunOptions options = RunOptions.defaults().withName("nightly report");
    database.join(
        database.run(
            options,
            context ->
                book.open(context, "ann")
                    .thenCompose(store -> store.load("Person", Tuple.from(1)))
                    .thenAccept(found -> clock.advance(Duration.ofSeconds(2)))));
    log.forEach(line -> out.println(line.substring(0, line.indexOf(')') + 1)));
  }
}
