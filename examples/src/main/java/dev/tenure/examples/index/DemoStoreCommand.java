package dev.tenure.examples.index;

import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;

import dev.tenure.examples.addressbook.proto.Address;
import dev.tenure.examples.addressbook.proto.Person;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.store.StoredRecord;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./tenure index demo-store}. */
@Command(
    name = "demo-store",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes a store of people with three indexes that are not built, to try the commands on.",
      "The store is too large to build its indexes when it is opened."
    })
final class DemoStoreCommand implements Callable<Integer> {
  private static final int SAVED_AT_ONCE = 500;
  private static final int RECORDS_MAX = 100_000_000;
  private static final List<String> CITIES = List.of("Bern", "Genoa", "Kyoto", "Lagos", "Lima");

  private static final RecordMetaData BEFORE =
      RecordMetaData.builder()
          .version(1)
          .recordType(Person.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .index("Person", Index.count("people", empty()))
          .build();

  @Mixin private final StorePlace place = new StorePlace();

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "20000",
      description = "the number of people, 1 to 100,000,000 (default ${DEFAULT-VALUE})")
  private int records;

  private static RecordMetaData after() {
    return RecordMetaData.builder()
        .version(2)
        .recordType(Person.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
        .index("Person", Index.count("people", empty()))
        .index("Person", Index.value("by-name", field("name")).addedVersion(2))
        .index("Person", Index.value("by-email", field("email")).unique().addedVersion(2))
        .index(
            "Person",
            Index.count("people-by-city", nest("address", FanType.FAN_OUT, field("city")))
                .addedVersion(2))
        .build();
  }

  @Override
  public Integer call() {
    if (records < 1 || records > RECORDS_MAX) {
      throw new IllegalArgumentException(
          "--records is " + records + ", it must be 1 to " + RECORDS_MAX);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    return place.make(
        (database, threads) -> {
          RecordMetaData after = after();
          saveMetaData(database, BEFORE);
          StoreOptions options = StoreOptions.of(place.store(), BEFORE);
          for (int first = 0; first < records; first += SAVED_AT_ONCE) {
            int from = first;
            database.join(
                database.run(
                    context ->
                        RecordStore.open(context, options)
                            .thenCompose(store -> save(store, from))));
          }
          saveMetaData(database, after);
          StoreOptions opening =
              StoreOptions.of(place.store(), after).withBuild(new BuildLimits(0, 0));
          database.join(database.run(context -> RecordStore.open(context, opening)));
          out.printf(
              Locale.ROOT,
              "store %s has %,d people; by-name, by-email and people-by-city are DISABLED%n",
              place,
              records);
          return 0;
        });
  }

  private void saveMetaData(RecordDatabase database, RecordMetaData metaData) {
    database.join(database.run(context -> place.metaDataStore().saveIfNewer(context, metaData)));
  }

  private CompletableFuture<Void> save(RecordStore store, int from) {
    List<CompletableFuture<StoredRecord>> saves = new ArrayList<>();
    for (int id = from; id < Math.min(records, from + SAVED_AT_ONCE); id++) {
      saves.add(store.save(person(id)));
    }
    return CompletableFuture.allOf(saves.toArray(CompletableFuture<?>[]::new));
  }

  private static Person person(int id) {
    return Person.newBuilder()
        .setId(id)
        .setName("Person " + id)
        .setEmail("person-" + id + "@example.org")
        .addAddress(Address.newBuilder().setCity(CITIES.get(id % CITIES.size())))
        .build();
  }
}
