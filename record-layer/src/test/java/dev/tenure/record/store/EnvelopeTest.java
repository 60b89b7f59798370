package dev.tenure.record.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.test.Note;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bytes around records, as docs/formats/record-layer.md has them. */
final class EnvelopeTest {
  private static final StoreKeys KEYS = new StoreKeys(new Subspace(Tuple.from("app")));
  private static final byte[] KEY = {'k'};
  private static final Note NOTE = Note.newBuilder().setId(7).setTitle("hi").build();

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  @Test
  void wholeRecordHasThreeBytesInFrontOfTheMessage() {
    byte[] bytes = Envelope.encode(NOTE, 3, 100);

    assertArrayEquals(hex("01 00 03  0807 12026869"), bytes);
    assertEquals(new Envelope.Content(3, NOTE), Envelope.decode(bytes, NOTE, KEYS, KEY));
  }

  @Test
  void splitRecordHasItsLengthToo() {
    byte[] bytes = Envelope.encode(NOTE, 300, 9);

    assertArrayEquals(hex("01 01 ac02 06  0807 12026869"), bytes);
    assertEquals(new Envelope.Content(300, NOTE), Envelope.decode(bytes, NOTE, KEYS, KEY));
  }

  @Test
  void mapsAreWrittenInOneOrder() {
    Note forward = Note.newBuilder().putAttributes("a", "1").putAttributes("b", "2").build();
    Note backward = Note.newBuilder().putAttributes("b", "2").putAttributes("a", "1").build();

    assertArrayEquals(Envelope.encode(forward, 1, 100), Envelope.encode(backward, 1, 100));
  }

  @Test
  void unknownFormatOrFlagIsRefusedNamingStoreAndKey() {
    assertRefused(RecordLayerException.Code.FORMAT_UNKNOWN, "02 00 03 0807", "record has format 2");
    assertRefused(RecordLayerException.Code.FORMAT_UNKNOWN, "01 02 03 0807", "with flags 0x2");
  }

  @Test
  void damagedBytesAreRefusedNamingWhatWasFound() {
    assertRefused(RecordLayerException.Code.DAMAGED, "01 00", "has 2 bytes, the least is 3");
    assertRefused(
        RecordLayerException.Code.DAMAGED, "01 00 03 08", "is no tenure.record.test.Note");
    assertRefused(
        RecordLayerException.Code.DAMAGED,
        "01 01 03 06 0807 120268",
        "has 5 bytes of message, its head says 6");
  }

  private static void assertRefused(RecordLayerException.Code code, String bytes, String what) {
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class, () -> Envelope.decode(hex(bytes), NOTE, KEYS, KEY));
    assertEquals(code, refused.code());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(what), message);
    assertTrue(message.contains("(store \\x02app\\x00, key k)"), message);
  }
}
