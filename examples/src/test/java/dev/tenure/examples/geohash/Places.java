package dev.tenure.examples.geohash;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.examples.geohash.proto.Place;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.metadata.IndexTypes;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/** A store of places, with an index of them all and one for each country. */
final class Places implements AutoCloseable {
  private static final Subspace STORE = new Subspace(Tuple.from("places"));

  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final Database engine =
      EmbeddedDatabase.memory(
          EmbeddedEnvironment.builder().clock(InstantSource.fixed(Instant.EPOCH)).build());
  private final RecordDatabase database =
      RecordDatabase.builder(engine)
          .clock(InstantSource.system())
          .random(new SplittableRandom(1))
          .executor(threads)
          .timer(threads)
          .build();
  private final RecordMetaData metaData =
      metaDataBuilder()
          .version(1)
          .recordType(
              Place.getDefaultInstance(),
              type -> type.primaryKey(concat(field("country"), field("id"))))
          .index(
              "Place",
              GeohashIndexType.index("by-place", concat(field("latitude"), field("longitude"))))
          .index(
              "Place",
              GeohashIndexType.index(
                  "by-country", concat(field("country"), field("latitude"), field("longitude"))))
          .build();

  static RecordMetaData.Builder metaDataBuilder() {
    return RecordMetaData.builder()
        .functions(KeyFunctions.builtIn().with(new CellFunction()))
        .indexTypes(IndexTypes.builtIn().with(new GeohashIndexType()));
  }

  RecordDatabase database() {
    return database;
  }

  <T> T in(Function<RecordStore, CompletableFuture<T>> body) {
    return database.join(
        database.run(
            context ->
                RecordStore.open(context, STORE, metaData, OpenMode.CREATE_OR_OPEN)
                    .thenCompose(body)));
  }

  void save(Place... places) {
    in(
        store -> {
          for (Place place : places) {
            database.join(store.save(place));
          }
          return CompletableFuture.completedFuture(true);
        });
  }

  static Place place(String country, long id, double latitude, double longitude) {
    return Place.newBuilder()
        .setCountry(country)
        .setId(id)
        .setLatitude(latitude)
        .setLongitude(longitude)
        .build();
  }

  @Override
  public void close() {
    engine.close();
    threads.shutdownNow();
  }
}
