package dev.tenure.examples.addressbook;

import static dev.tenure.examples.addressbook.AddressBookSchema.BOOK;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.notEqual;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Message;
import dev.tenure.examples.addressbook.proto.Person;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.evolution.MetaDataCache;
import dev.tenure.record.evolution.MetaDataEvolution;
import dev.tenure.record.evolution.MetaDataStore;
import dev.tenure.record.keyspace.KeySpacePath;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The chapters about version 2 of the metadata: an added field and index, a removed index, refused
 * changes, and a rolling upgrade.
 */
final class Evolution {
  private final AddressBook book;
  private final RecordDatabase database;
  private final PrintStream out;
  private final RecordMetaData version2;

  Evolution(AddressBook book, PrintStream out) {
    this.book = book;
    this.database = book.database();
    this.out = out;
    this.version2 = version2();
  }

  void run() {
    smallStore();
    oldProcess();
    wrongChange();
    rollingUpgrade();
    largeStore();
  }

  /** What the next version of the proto file is: a person has a phone number. */
  private static FileDescriptor nextFile() {
    FileDescriptorProto.Builder file = Person.getDescriptor().getFile().toProto().toBuilder();
    file.getMessageTypeBuilder(Person.getDescriptor().getIndex())
        .addField(
            FieldDescriptorProto.newBuilder()
                .setName("phone")
                .setNumber(20)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                .setType(FieldDescriptorProto.Type.TYPE_STRING));
    try {
      return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException("the file with a phone number", e);
    }
  }

  private static RecordMetaData version2() {
    FileDescriptor next = nextFile();
    return BOOK.toBuilder()
        .messages(next.findMessageTypeByName("Person"), next.findMessageTypeByName("Company"))
        .index(
            "Person", Index.value("by-phone", field("phone")).where(notEqual(field("phone"), "")))
        .removeIndex("by-company")
        .build();
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
    open(
        "cleo",
        version2,
        store -> {
          out.println("by-phone is " + store.indexState("by-phone"));
          return done();
        });
    Message ben =
        open("cleo", version2, store -> store.load("Person", Tuple.from(2)))
            .orElseThrow()
            .message();
    FieldDescriptor phone = ben.getDescriptorForType().findFieldByName("phone");
    Message withPhone = ben.toBuilder().setField(phone, "+47 1").build();
    open("cleo", version2, store -> store.save(withPhone));
    out.println("Ben now has the phone " + withPhone.getField(phone));
  }

  private void oldProcess() {
    refused(() -> open("cleo", BOOK, store -> done()));
  }

  private void wrongChange() {
    RecordMetaData wrong =
        BOOK.toBuilder()
            .changeRecordType("Person", person -> person.primaryKey(field("name")))
            .build();
    MetaDataEvolution.strict().violations(BOOK, wrong).forEach(out::println);
    refused(() -> open("ann", wrong, store -> done()));
  }

  private void refused(Runnable action) {
    try {
      action.run();
    } catch (RecordLayerException e) {
      out.println("refused: " + e.code());
    }
  }

  private void rollingUpgrade() {
    MetaDataStore schemas = MetaDataStore.of(new Subspace(Tuple.from("schemas")));
    database.join(database.run(context -> schemas.save(context, BOOK)));
    MetaDataCache olderProcess = database.join(schemas.openCache(database));

    database.join(database.run(context -> schemas.save(context, version2)));
    MetaDataCache newerProcess = database.join(schemas.openCache(database));

    out.println("the newer process knows version " + newerProcess.current().version());
    out.println("the older process knows version " + olderProcess.current().version());
    for (String tenant : new String[] {"ann", "cleo"}) {
      open(
          tenant,
          olderProcess,
          store -> {
            out.println(tenant + " is open with version " + store.metaData().version());
            return done();
          });
    }
  }

  private void largeStore() {
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
