package dev.tenure.examples.addressbook;

import static dev.tenure.examples.addressbook.AddressBookSchema.BOOK;
import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.addressbook.proto.Company;
import dev.tenure.examples.addressbook.proto.v2.Person;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordDatabase;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.keyspace.KeySpacePath;
import dev.tenure.record.metadata.FormerIndex;
import dev.tenure.record.metadata.Index;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Version 2: a field and an index more, an index less; what is refused; a rolling upgrade. */
final class Evolution {
  private final AddressBook book;
  private final RecordDatabase database;
  private final PrintStream out;

  Evolution(AddressBook book, PrintStream out) {
    this.book = book;
    this.database = book.database();
    this.out = out;
  }

  void run() {
    smallStore();
    oldProcess();
    wrongChange();
    rollingUpgrade();
    largeStore();
  }

  private static RecordMetaData version2(KeyExpression primaryKey) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(2)
            .recordType(
                Person.getDefaultInstance(),
                type -> type.typeKey(1).primaryKey(primaryKey).versioned())
            .recordType(
                Company.getDefaultInstance(), type -> type.typeKey(2).primaryKey(field("id")));
    int removed = BOOK.index("by-company").subspaceKey();
    builder.formerIndex(new FormerIndex("by-company", removed, 1, 2));
    kept("Person", builder, "by-name", "by-email", "by-city", "people", "people-by-city");
    return builder
        .universalIndex(BOOK.index("by-updated"))
        .index("Person", Index.value("by-phone", field("phone")).addedVersion(2))
        .build();
  }

  /** Indexes of version 1, with the numbers they have there. */
  private static void kept(String type, RecordMetaData.Builder builder, String... names) {
    for (String name : names) {
      builder.index(type, BOOK.index(name));
    }
  }

  private <T> T open(
      String tenant, MetaDataSource metaData, Function<RecordStore, CompletableFuture<T>> body) {
    KeySpacePath path = book.tenant(tenant).add("book");
    return database.join(
        database.run(context -> book.open(context, path, metaData).thenCompose(body)));
  }

  private static CompletableFuture<Void> done() {
    return CompletableFuture.completedFuture(null);
  }

  private void smallStore() {
    RecordMetaData version2 = version2(field("id"));
    open(
        "cleo",
        version2,
        store -> {
          out.println("by-phone is " + store.indexState("by-phone"));
          return done();
        });
    Person ben =
        open("cleo", version2, store -> store.load("Person", Tuple.from(2)))
            .orElseThrow()
            .message(Person.class);
    Person withPhone = ben.toBuilder().setPhone("+47 1").build();
    open("cleo", version2, store -> store.save(withPhone));
    out.println(ben.getName() + " now has the phone " + withPhone.getPhone());
  }

  private void oldProcess() {
    refused(() -> open("cleo", BOOK, store -> done()));
  }

  private void wrongChange() {
    RecordMetaData wrong = version2(field("name"));
    refused(() -> open("ann", wrong, store -> done()));
  }

  private void refused(Runnable action) {
    try {
      action.run();
    } catch (RecordLayerException e) {
      out.println("refused: " + e.code());
    }
  }

  /** Works with what this process was built with, and with the newer one once a store asks. */
  private record Rollout(RecordMetaData current, RecordMetaData next) implements MetaDataSource {
    @Override
    public CompletableFuture<RecordMetaData> atLeast(RecordContext context, int version) {
      return next.atLeast(context, version);
    }
  }

  private void rollingUpgrade() {
    MetaDataSource rollout = new Rollout(BOOK, version2(field("id")));
    for (String tenant : new String[] {"ann", "cleo"}) {
      open(
          tenant,
          rollout,
          store -> {
            out.println(tenant + " is open with version " + store.metaData().version());
            return done();
          });
    }
  }

  private void largeStore() {
    RecordMetaData version2 = version2(field("id"));
    KeySpacePath path = book.tenant("ann").add("book");
    database.join(
        database.run(
            context ->
                path.toSubspace(context)
                    .thenApply(subspace -> StoreOptions.of(subspace, version2))
                    .thenApply(options -> options.withBuild(new BuildLimits(2, 100_000)))
                    .thenCompose(options -> RecordStore.open(context, options))
                    .thenAccept(
                        store -> out.println("by-phone is " + store.indexState("by-phone")))));
    open(
        "ann",
        version2,
        store ->
            store
                .rebuildIndex("by-phone", BuildLimits.defaults())
                .thenAccept(state -> out.println("by-phone is " + state)));
  }
}
