package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.proto.StoreHeaderValue;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.test.Note;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The content format keeps out releases that would misread what a store holds. */
final class ContentFormatTest {
  private static final RecordMetaData NOTES =
      RecordMetaData.builder()
          .version(1)
          .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")))
          .build();

  private final TestDatabase test = new TestDatabase();

  @BeforeEach
  void create() {
    raise(OpenMode.CREATE, 0);
  }

  @AfterEach
  void close() {
    test.close();
  }

  private CompletableFuture<RecordStore> open(RecordContext context, OpenMode mode) {
    return RecordStore.open(context, test.subspace, NOTES, mode);
  }

  private void raise(OpenMode mode, int format) {
    test.run(context -> open(context, mode).thenAccept(store -> store.raiseContentFormat(format)));
  }

  private int format() {
    return test.run(context -> open(context, OpenMode.OPEN).thenApply(RecordStore::contentFormat));
  }

  private byte[] header() {
    return test.run(context -> context.transaction().get(new StoreKeys(test.subspace).header()));
  }

  @Test
  void aNewStoreHasNone() {
    assertEquals(0, format());
    assertEquals(1, header()[0]);
  }

  @Test
  void aRaisedFormatIsStoredInAHeaderThatEarlierReleasesRefuse() throws Exception {
    raise(OpenMode.OPEN, 1);
    assertEquals(1, format());
    byte[] header = header();
    assertEquals(3, header[0]);
    StoreHeaderValue value =
        StoreHeaderValue.parseFrom(Arrays.copyOfRange(header, 1, header.length));
    assertEquals(1, value.getContentFormat());
  }

  @Test
  void theSameFormatAgainWritesNothing() {
    raise(OpenMode.OPEN, 1);
    byte[] before = header();
    test.clock.advance(Duration.ofSeconds(1));
    raise(OpenMode.OPEN, 1);
    assertArrayEquals(before, header());
  }

  @Test
  void aLowerOrUnknownFormatIsRefused() {
    raise(OpenMode.OPEN, 1);
    IllegalArgumentException lower =
        assertThrows(IllegalArgumentException.class, () -> raise(OpenMode.OPEN, 0));
    assertEquals(
        "content format is to be 0, it is 1 and may be raised up to 1", lower.getMessage());
    assertThrows(IllegalArgumentException.class, () -> raise(OpenMode.OPEN, 2));
    assertEquals(1, format());
  }

  @Test
  void aDatabaseMayKnowLessThanTheRelease() {
    RecordDatabase earlier = test.builder().contentFormatMax(0).build();
    IllegalArgumentException raised =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                earlier.join(
                    earlier.run(
                        context ->
                            open(context, OpenMode.OPEN)
                                .thenAccept(store -> store.raiseContentFormat(1)))));
    assertEquals(
        "content format is to be 1, it is 0 and may be raised up to 0", raised.getMessage());
    raise(OpenMode.OPEN, 1);
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> earlier.join(earlier.run(context -> open(context, OpenMode.OPEN))));
    assertEquals(Code.FORMAT_UNKNOWN, refused.code());
    assertTrue(
        String.valueOf(refused.getMessage()).contains("content has format 1, known are 0 to 0"),
        refused::getMessage);
  }

  @Test
  void aStoreOfAnUnknownFormatIsNotOpened() throws Exception {
    byte[] header = header();
    ByteArrayOutputStream later = new ByteArrayOutputStream();
    later.write(3);
    StoreHeaderValue.parseFrom(Arrays.copyOfRange(header, 1, header.length)).toBuilder()
        .setContentFormat(2)
        .build()
        .writeTo(later);
    test.run(
        context -> {
          context.set(new StoreKeys(test.subspace).header(), later.toByteArray());
          return CompletableFuture.completedFuture(null);
        });
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> raise(OpenMode.OPEN, 0));
    assertEquals(Code.FORMAT_UNKNOWN, refused.code());
    assertTrue(
        String.valueOf(refused.getMessage()).contains("content has format 2, known are 0 to 1"),
        refused::getMessage);
  }
}
