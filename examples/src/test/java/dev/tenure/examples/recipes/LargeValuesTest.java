package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.examples.recipes.proto.Blob;
import dev.tenure.examples.recipes.proto.Chunk;
import dev.tenure.examples.recipes.proto.Photo;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** What docs/recipes/large-values.md shows. */
final class LargeValuesTest {
  private static final int CHUNK_BYTES = 100_000;

  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(Photo.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .recordType(Blob.getDefaultInstance(), type -> type.typeKey(2).primaryKey(field("name")))
          .recordType(
              Chunk.getDefaultInstance(),
              type -> type.typeKey(3).primaryKey(concat(field("content"), field("offset"))))
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<StoredRecord> writeChunk(
      RecordStore store, String content, long offset, byte[] data) {
    return store.save(
        Chunk.newBuilder()
            .setContent(content)
            .setOffset(offset)
            .setData(ByteString.copyFrom(data))
            .build());
  }

  private static CompletableFuture<StoredRecord> publish(
      RecordStore store, String name, String content, long length) {
    return blob(store, name)
        .thenCompose(
            before -> {
              before.ifPresent(blob -> store.deleteWhere("Chunk", Tuple.from(blob.getContent())));
              return store.save(
                  Blob.newBuilder().setName(name).setContent(content).setLength(length).build());
            });
  }

  private static CompletableFuture<Optional<Blob>> blob(RecordStore store, String name) {
    return store
        .load("Blob", Tuple.from(name))
        .thenApply(found -> found.map(record -> record.message(Blob.class)));
  }

  private static CompletableFuture<ByteString> read(
      RecordStore store, String content, long offset, int length) {
    long first = offset / CHUNK_BYTES * CHUNK_BYTES;
    TupleRange chunks =
        TupleRange.between(
            Tuple.from(content, first), true, Tuple.from(content, offset + length), false);
    return store
        .scan("Chunk", chunks, Continuation.START, ScanOptions.defaults())
        .map(record -> record.message(Chunk.class).getData())
        .asList()
        .thenApply(ByteString::copyFrom)
        .thenApply(found -> cut(found, (int) (offset - first), length));
  }

  private static ByteString cut(ByteString found, int begin, int length) {
    int from = Math.min(begin, found.size());
    return found.substring(from, Math.min(from + length, found.size()));
  }

  /** As many bytes as asked for, which no compression makes shorter. */
  private static byte[] bytes(long seed, int count) {
    byte[] bytes = new byte[count];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  private static void write(RecipeStore store, String content, byte[] whole) {
    for (int offset = 0; offset < whole.length; offset += CHUNK_BYTES) {
      int begin = offset;
      byte[] chunk = Arrays.copyOfRange(whole, begin, Math.min(begin + CHUNK_BYTES, whole.length));
      store.run(it -> writeChunk(it, content, begin, chunk));
    }
  }

  private static long chunks(RecipeStore store) {
    return store.run(
        it ->
            it.scan("Chunk", TupleRange.all(), Continuation.START, ScanOptions.defaults()).count());
  }

  @SimulatedTest(seeds = 1)
  void aLargeRecordLiesOverManyKeys(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    Photo photo =
        Photo.newBuilder().setId("p").setData(ByteString.copyFrom(bytes(1, 250_000))).build();
    StoredRecord saved = store.run(it -> it.save(photo));
    assertEquals(3, saved.keyCount());
    Optional<StoredRecord> loaded = store.run(it -> it.load("Photo", Tuple.from("p")));
    assertEquals(photo, loaded.orElseThrow().message(Photo.class));
  }

  @SimulatedTest(seeds = 1)
  void aBlobIsWrittenByManyTransactionsAndReadFromAnywhere(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    byte[] whole = bytes(2, 350_000);
    write(store, "upload-1", whole);
    assertTrue(store.run(it -> blob(it, "film")).isEmpty());
    store.run(it -> publish(it, "film", "upload-1", whole.length));
    for (int offset : List.of(0, 99_999, 100_000, 340_000)) {
      ByteString part = store.run(it -> read(it, "upload-1", offset, 150_000));
      int end = Math.min(offset + 150_000, whole.length);
      assertArrayEquals(Arrays.copyOfRange(whole, offset, end), part.toByteArray());
    }
  }

  @SimulatedTest(seeds = 1)
  void aBlobThatIsPublishedAgainLeavesNoChunksBehind(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    write(store, "upload-1", bytes(3, 350_000));
    store.run(it -> publish(it, "film", "upload-1", 350_000));
    write(store, "upload-2", bytes(4, 120_000));
    assertEquals("upload-1", store.run(it -> blob(it, "film")).orElseThrow().getContent());
    assertEquals(6, chunks(store));
    store.run(it -> publish(it, "film", "upload-2", 120_000));
    assertEquals(2, chunks(store));
  }
}
