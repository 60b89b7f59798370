package dev.tenure.examples.addressbook;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.addressbook.proto.Company;
import dev.tenure.examples.addressbook.proto.Person;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The chapters about index scans, pages over many transactions, cursor operators, and changes. */
final class Queries {
  private static final String TENANT = "cleo";
  private static final String[] NAMES = {"Ada", "Ben", "Cho", "Dee", "Eli", "Fay", "Gus"};

  private final AddressBook book;
  private final TutorialClock clock;
  private final PrintStream out;

  Queries(AddressBook book, TutorialClock clock, PrintStream out) {
    this.book = book;
    this.clock = clock;
    this.out = out;
  }

  void run() {
    fill();
    range();
    pages();
    combinators();
    changes();
    versions();
  }

  private void fill() {
    String[] cities = {"Oslo", "Rome", "Lima"};
    for (int i = 0; i < NAMES.length; i++) {
      Person person =
          AddressBook.person(i + 1, NAMES[i], cities[i % 3], cities[i % 2]).toBuilder()
              .setEmail(NAMES[i].toLowerCase(Locale.ROOT) + "@x.org")
              .setCompany(10 + i % 2)
              .setUpdated(clock.millis())
              .build();
      book.save(TENANT, person);
    }
  }

  private static CursorSource<IndexEntry> scan(RecordStore store, String index, TupleRange range) {
    return from -> store.scanIndex(index, range, from, ScanOptions.defaults());
  }

  private static CursorSource<IndexEntry> scan(RecordStore store, String index, Object value) {
    return scan(store, index, TupleRange.prefix(Tuple.from(value)));
  }

  private void range() {
    TupleRange range = TupleRange.between(Tuple.from("B"), true, Tuple.from("D"), false);
    List<IndexEntry> entries =
        book.inBook(
            TENANT, store -> scan(store, "by-name", range).open(Continuation.START).asList());
    entries.forEach(
        entry -> out.println(entry.key().getString(0) + " " + entry.value().getString(0)));
  }

  /** What a web handler gives: some names, and a token for the link to the next page. */
  private record Page(List<String> names, Optional<String> next) {}

  private Page page(Optional<String> token) {
    Continuation from =
        token
            .map(text -> Continuation.fromBytes(Base64.getUrlDecoder().decode(text)))
            .orElse(Continuation.START);
    ScanOptions options = ScanOptions.defaults().withRowsMax(3);
    return book.inBook(
        TENANT,
        store ->
            store
                .scanIndex("by-name", TupleRange.all(), from, options)
                .map(entry -> entry.key().getString(0))
                .asPage()
                .thenApply(page -> new Page(page.items(), token(page.continuation()))));
  }

  private static Optional<String> token(Continuation continuation) {
    return continuation.isEnd()
        ? Optional.empty()
        : Optional.of(Base64.getUrlEncoder().encodeToString(continuation.toBytes()));
  }

  private void pages() {
    Page page = page(Optional.empty());
    out.println(page.names());
    while (page.next().isPresent()) {
      page = page(page.next());
      out.println(page.names());
    }
  }

  private void combinators() {
    out.println("Rome or Lima: " + book.inBook(TENANT, Queries::romeOrLima));
    out.println("Oslo and company 10: " + book.inBook(TENANT, Queries::osloAndCompany));
  }

  private static CompletableFuture<List<String>> romeOrLima(RecordStore store) {
    return Cursors.union(
            Continuation.START,
            List.of(scan(store, "by-city", "Rome"), scan(store, "by-city", "Lima")),
            IndexEntry::primaryKey,
            false)
        .mapAsync(entry -> store.load("Person", entry.primaryKey()), 4)
        .map(Queries::name)
        .asList();
  }

  private static CompletableFuture<List<String>> osloAndCompany(RecordStore store) {
    return Cursors.intersection(
            Continuation.START,
            List.of(scan(store, "by-city", "Oslo"), scan(store, "by-company", 10)),
            IndexEntry::primaryKey,
            false)
        .mapAsync(entry -> store.load("Person", entry.primaryKey()), 4)
        .map(Queries::name)
        .asList();
  }

  private static String name(Optional<StoredRecord> record) {
    return record.orElseThrow().message(Person.class).getName();
  }

  private void changes() {
    long seen = clock.millis();
    clock.advance(Duration.ofMinutes(1));
    Company company =
        Company.newBuilder().setId(10).setName("Initech").setUpdated(clock.millis()).build();
    book.save(TENANT, company);
    clock.advance(Duration.ofMinutes(1));
    Person ada = book.person(TENANT, 1).toBuilder().setUpdated(clock.millis()).build();
    book.save(TENANT, ada);

    TupleRange since = TupleRange.between(Tuple.from(seen), false, null, true);
    List<String> changed =
        book.inBook(
            TENANT,
            store ->
                scan(store, "by-updated", since)
                    .open(Continuation.START)
                    .map(entry -> typeOf(store, entry).name() + " " + entry.primaryKey())
                    .asList());
    out.println("changed: " + changed);
  }

  private static RecordType typeOf(RecordStore store, IndexEntry entry) {
    return store.metaData().recordTypes().stream()
        .filter(type -> type.typeKey() == entry.extent())
        .findFirst()
        .orElseThrow();
  }

  private void versions() {
    StoredRecord ada =
        book.inBook(TENANT, store -> store.load("Person", Tuple.from(1))).orElseThrow();
    StoredRecord ben =
        book.inBook(TENANT, store -> store.load("Person", Tuple.from(2))).orElseThrow();
    int order = ada.version().orElseThrow().compareTo(ben.version().orElseThrow());
    out.println("Ada was saved " + (order > 0 ? "after" : "before") + " Ben");
  }
}
