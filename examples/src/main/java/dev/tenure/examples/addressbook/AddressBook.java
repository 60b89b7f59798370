package dev.tenure.examples.addressbook;

import static dev.tenure.record.keyspace.KeySpaceDirectory.any;
import static dev.tenure.record.keyspace.KeySpaceDirectory.constant;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.examples.addressbook.proto.Address;
import dev.tenure.examples.addressbook.proto.Person;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpacePath;
import dev.tenure.record.keyspace.NameInterner;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Opens the address books of all tenants on one database. */
record AddressBook(RecordDatabase database, KeySpace space) {

  static AddressBook on(RecordDatabase database) {
    NameInterner names = new NameInterner(new Subspace(Tuple.from("names")));
    KeySpace space =
        KeySpace.of(
            new Subspace(Tuple.from("data")),
            names,
            any(
                "app",
                DirectoryType.NAME,
                any(
                    "tenant",
                    DirectoryType.NAME,
                    constant("book", DirectoryType.LONG, 1),
                    constant("calls", DirectoryType.LONG, 2))));
    return new AddressBook(database, space);
  }

  KeySpacePath tenant(String name) {
    return space.path("app", "address-book").add("tenant", name);
  }

  CompletableFuture<RecordStore> open(
      RecordContext context, KeySpacePath path, MetaDataSource metaData) {
    return path.toSubspace(context)
        .thenCompose(
            subspace -> RecordStore.open(context, subspace, metaData, OpenMode.CREATE_OR_OPEN));
  }

  CompletableFuture<RecordStore> open(RecordContext context, String tenant) {
    return open(context, tenant(tenant).add("book"), AddressBookSchema.BOOK);
  }

  /** Runs a body on a tenant's book in a transaction, with retries, and waits for it. */
  <T> T inBook(String tenant, Function<RecordStore, CompletableFuture<T>> body) {
    return database.join(database.run(context -> open(context, tenant).thenCompose(body)));
  }

  void save(String tenant, Message record) {
    inBook(tenant, store -> store.save(record));
  }

  Person person(String tenant, long id) {
    return inBook(tenant, store -> store.load("Person", Tuple.from(id)))
        .orElseThrow()
        .message(Person.class);
  }

  static Person person(long id, String name, String... cities) {
    Person.Builder person = Person.newBuilder().setId(id).setName(name);
    for (String city : cities) {
      person.addAddress(Address.newBuilder().setCity(city));
    }
    return person.build();
  }
}
