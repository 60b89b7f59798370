package dev.tenure.record.serialize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.Varint;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class CompressionTest {
  private static final RecordHead HEAD = RecordHead.of(3);

  private final RecordSerializer plain = RecordSerializer.plain();
  private final RecordSerializer zstd = Samples.serializer(Samples.compressed());

  @Test
  void messageThatWouldNotBeSmallerIsStoredAsItIs() {
    byte[] noise = new byte[5_000];
    Samples.random("CompressionTest").nextBytes(noise);
    Note note = Note.newBuilder().setBody(ByteString.copyFrom(noise)).build();

    for (Note each : new Note[] {note, Samples.NOTE, Note.getDefaultInstance()}) {
      byte[] stored = zstd.write(each, HEAD, Samples.KEY);
      assertArrayEquals(plain.write(each, HEAD, Samples.KEY), stored);
      assertTrue(zstd.isCurrent(stored, Samples.WHERE));
    }
  }

  @Test
  void recordIsNeverLargerForItsCompression() {
    for (int length = 0; length < 100; length++) {
      Note note = Note.newBuilder().setTitle("a".repeat(length)).build();
      int compressed = zstd.write(note, HEAD, Samples.KEY).length;
      int uncompressed = plain.write(note, HEAD, Samples.KEY).length;
      assertTrue(compressed <= uncompressed, length + ": " + compressed + ", " + uncompressed);
    }
  }

  @Test
  void messageOfFewerBytesThanToldIsNotTried() {
    int size = Samples.BIG.getSerializedSize();
    RecordSerializer tries =
        Samples.serializer(
            SerializerOptions.builder().compression(RecordCompression.zstd(3), size));
    RecordSerializer leaves =
        Samples.serializer(
            SerializerOptions.builder().compression(RecordCompression.zstd(3), size + 1));

    assertTrue(tries.write(Samples.BIG, HEAD, Samples.KEY).length < 50);
    assertEquals(size + 7, leaves.write(Samples.BIG, HEAD, Samples.KEY).length);
  }

  @Test
  void compressedRecordIsReadWithoutTheOption() {
    byte[] stored = zstd.write(Samples.BIG, HEAD, Samples.KEY);

    RecordContent read = Samples.read(plain, stored, Samples.BIG);

    assertEquals(Samples.BIG, read.message());
    assertFalse(read.current());
    assertTrue(Samples.read(zstd, stored, Samples.BIG).current());
  }

  @Test
  void anotherCompressionOrEncodingIsNotCurrent() {
    RecordSerializer both =
        Samples.serializer(
            Samples.compressed()
                .readableCompression(new RunLengths())
                .readableEncoding(new TextEncoding()));
    byte[] runs =
        Samples.serializer(SerializerOptions.builder().compression(new RunLengths(), 0))
            .write(Samples.BIG, HEAD, Samples.KEY);
    byte[] text =
        Samples.serializer(SerializerOptions.builder().encoding(new TextEncoding()))
            .write(Samples.NOTE, HEAD, Samples.KEY);

    assertFalse(Samples.read(both, runs, Samples.BIG).current());
    assertFalse(Samples.read(both, text, Samples.NOTE).current());
  }

  @Test
  void lengthBeyondTheLimitIsRefusedBeforeAnythingIsAllocated() {
    for (int declared : new int[] {10_000_001, Integer.MAX_VALUE}) {
      Samples.assertRefused(
          Code.DAMAGED,
          "declares a message of " + declared + " bytes, expected more than",
          plain,
          framed(declared, Zstd.compress(new byte[100])));
    }
  }

  @Test
  void lengthThatSoFewBytesCannotGiveIsRefused() {
    Samples.assertRefused(
        Code.DAMAGED,
        "does not decompress: 13 bytes of zstd cannot give 9000000 bytes",
        plain,
        framed(9_000_000, new byte[13]));
  }

  @Test
  void lengthThatIsNotLessThanCompressedIsRefused() {
    byte[] frame = Zstd.compress(new byte[10]);
    Samples.assertRefused(
        Code.DAMAGED,
        "declares a message of 10 bytes, expected more than",
        plain,
        framed(10, frame));
  }

  @Test
  void frameOfAnotherContentSizeIsRefused() {
    byte[] bomb = Zstd.compress(new byte[50_000_000]);
    Samples.assertRefused(
        Code.DAMAGED,
        "does not decompress: zstd content is 50000000 bytes, expected 9999999",
        plain,
        framed(9_999_999, bomb));
    Samples.assertRefused(
        Code.DAMAGED,
        "zstd content is 1000 bytes, expected 1001",
        plain,
        framed(1_001, Zstd.compress(new byte[1_000])));
  }

  @Test
  void frameThatLiesAboutItsContentIsRefused() {
    byte[] frame = Zstd.compress(new byte[1_000]);
    int size = 1_000 - 256;
    assertEquals(size & 0xFF, frame[5] & 0xFF);
    frame[5]++;
    Samples.assertRefused(Code.DAMAGED, "does not decompress: ", plain, framed(1_001, frame));
  }

  @Test
  void moreOrLessThanOneFrameIsRefused() {
    byte[] frame = Zstd.compress(new byte[1_000]);
    byte[] two = ByteBuffer.allocate(frame.length * 2).put(frame).put(frame).array();
    byte[] skippable = HexFormat.of().parseHex("502a4d1801000000ff");

    Samples.assertRefused(Code.DAMAGED, "zstd frame is ", plain, framed(2_000, two));
    Samples.assertRefused(Code.DAMAGED, "does not decompress: ", plain, framed(50, skippable));
    Samples.assertRefused(Code.DAMAGED, "does not decompress: ", plain, framed(50, new byte[20]));
    Samples.assertRefused(Code.DAMAGED, "cannot give 50 bytes", plain, framed(50, new byte[0]));
  }

  @Test
  void ownCompressionThatFailsOrGivesAnotherLengthIsDamage() {
    RecordCompression shorter =
        new RecordCompression() {
          @Override
          public int id() {
            return 99;
          }

          @Override
          public byte[] compress(byte[] message) {
            return message;
          }

          @Override
          public byte[] decompress(byte[] bytes, int offset, int length, int messageBytes) {
            return new byte[5];
          }
        };
    RecordSerializer own =
        Samples.serializer(
            SerializerOptions.builder()
                .readableCompression(new RunLengths())
                .readableCompression(shorter));

    Samples.assertRefused(
        Code.DAMAGED,
        "decompresses to 5 bytes, declares 9",
        own,
        Samples.checked("02 10 03 63 09"));
    Samples.assertRefused(
        Code.DAMAGED, "does not decompress: Index", own, Samples.checked("02 10 03 46 09 ff 61"));
  }

  @Test
  void levelsAndIdsOutsideOfTheirRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> RecordCompression.zstd(0));
    assertThrows(IllegalArgumentException.class, () -> RecordCompression.zstd(20));
    SerializerOptions.Builder builder = SerializerOptions.builder().encoding(new TextEncoding());
    assertThrows(IllegalArgumentException.class, () -> builder.encoding(new TextEncoding()));
    assertThrows(
        IllegalArgumentException.class, () -> builder.compression(RecordCompression.zstd(3), -1));
    assertThrows(IllegalArgumentException.class, () -> builder.wholeBytesMax(-1));
  }

  private static byte[] framed(int messageBytes, byte[] frame) {
    ByteBuffer out = ByteBuffer.allocate(13 + frame.length);
    out.put(Envelope.FORMAT).put((byte) 0x10).put((byte) 3).put((byte) 1);
    Varint.put(out, messageBytes);
    out.put(frame);
    byte[] bytes = new byte[out.position() + 4];
    out.flip().get(bytes, 0, out.limit());
    return Samples.checked(bytes);
  }
}
