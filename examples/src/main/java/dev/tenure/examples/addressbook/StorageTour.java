package dev.tenure.examples.addressbook;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.examples.addressbook.proto.Call;
import dev.tenure.examples.addressbook.proto.Person;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.serialize.EncryptionKey;
import dev.tenure.record.serialize.EncryptionKeys;
import dev.tenure.record.serialize.RecordCompression;
import dev.tenure.record.serialize.RecordSerializer;
import dev.tenure.record.serialize.SerializerOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The chapters about large records, encrypted records, counts, and the deletion of many records at
 * once.
 */
final class StorageTour {
  private final AddressBook book;
  private final RecordDatabase database;
  private final PrintStream out;

  StorageTour(AddressBook book, PrintStream out) {
    this.book = book;
    this.database = book.database();
    this.out = out;
  }

  void run() {
    photo();
    encryption();
    counts();
    deleteWhere();
  }

  private void photo() {
    Person fay = AddressBook.person(6, "Fay", "Rome");
    ByteString photo = ByteString.copyFrom(new byte[250_000]);
    StoredRecord saved =
        book.inBook("cleo", store -> store.save(fay.toBuilder().setPhoto(photo).build()));
    out.println("Fay lies over " + saved.keyCount() + " keys");
  }

  private static RecordSerializer sealed(EncryptionKeys keys) {
    SerializerOptions options =
        SerializerOptions.builder()
            .compression(RecordCompression.zstd(3), 100)
            .encryption(keys)
            .build();
    return RecordSerializer.of(options, new SecureRandom());
  }

  private <T> T inSealedBook(
      EncryptionKeys keys, Function<RecordStore, CompletableFuture<T>> body) {
    RecordSerializer serializer = sealed(keys);
    return database.join(
        database.run(
            context ->
                book.tenant("dora")
                    .add("book")
                    .toSubspace(context)
                    .thenApply(subspace -> StoreOptions.of(subspace, AddressBookSchema.BOOK))
                    .thenApply(options -> options.withSerializer(serializer))
                    .thenCompose(options -> RecordStore.open(context, options))
                    .thenCompose(body)));
  }

  private void encryption() {
    EncryptionKey first = EncryptionKey.of(1, new byte[32]);
    EncryptionKey second =
        EncryptionKey.of(2, new byte[] {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7});
    Person gus = AddressBook.person(7, "Gus");
    inSealedBook(EncryptionKeys.of(first), store -> store.save(gus));

    EncryptionKeys rolling = EncryptionKeys.of(second, first);
    StoredRecord read =
        inSealedBook(rolling, store -> store.load("Person", Tuple.from(7))).orElseThrow();
    out.println("under either key: " + read.message(Person.class).getName());
    inSealedBook(rolling, store -> store.save(gus));
    try {
      inSealedBook(EncryptionKeys.of(first), store -> store.load("Person", Tuple.from(7)));
    } catch (RecordLayerException e) {
      out.println("with the old key alone: " + e.code());
    }
  }

  private void counts() {
    long people = book.inBook("cleo", store -> store.count("people", Tuple.from()));
    out.println(people + " people");
    List<IndexEntry> byCity = book.inBook("cleo", StorageTour::cities);
    byCity.forEach(entry -> out.println(entry.key().getString(0) + " " + entry.value().getLong(0)));
  }

  private static CompletableFuture<List<IndexEntry>> cities(RecordStore store) {
    return store
        .scanCounts("people-by-city", TupleRange.all(), Continuation.START, ScanOptions.defaults())
        .asList();
  }

  private CompletableFuture<RecordStore> calls(RecordContext context) {
    return book.open(context, book.tenant("cleo").add("calls"), AddressBookSchema.CALLS);
  }

  private void deleteWhere() {
    database.join(
        database.run(
            context ->
                calls(context)
                    .thenCompose(
                        store -> {
                          CompletableFuture<?>[] saves = new CompletableFuture<?>[30];
                          for (int i = 0; i < saves.length; i++) {
                            saves[i] = store.save(call(i % 3 + 1, i));
                          }
                          return CompletableFuture.allOf(saves);
                        })));
    database.join(
        database.run(
            context ->
                calls(context).thenAccept(store -> store.deleteWhere("Call", Tuple.from(2)))));
    for (long person = 1; person <= 3; person++) {
      Tuple group = Tuple.from(person);
      long left =
          database.join(
              database.run(
                  context -> calls(context).thenCompose(store -> store.count("calls", group))));
      out.println("person " + person + ": " + left + " calls");
    }
  }

  private static Call call(int person, int number) {
    return Call.newBuilder().setPerson(person).setNumber(number).setTopic("hello").build();
  }
}
