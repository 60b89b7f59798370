package dev.tenure.record.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.Seeds;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Tokens as bytes, and bytes that are none. */
final class SyncTokenTest {
  private static final long FEED = 0x0123456789ABCDEFL;

  private static SyncToken at(long incarnation, int stamp, int local) {
    byte[] bytes = ByteBuffer.allocate(10).putInt(4, stamp).array();
    Versionstamp version = Versionstamp.complete(bytes, local);
    return SyncToken.at(FEED, FeedPosition.of(incarnation, version, new Tuple()));
  }

  private static SyncToken unversioned(long id) {
    return SyncToken.at(FEED, FeedPosition.of(null, null, Tuple.from(id)));
  }

  private static byte[] sealed(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    return ByteBuffer.allocate(body.length + 4).put(body).putInt((int) crc.getValue()).array();
  }

  private static Code codeOf(byte[] bytes) {
    return assertThrows(RecordLayerException.class, () -> SyncToken.fromBytes(bytes)).code();
  }

  @Test
  void bytesAreTheFeedAndThePlaceInIt() {
    assertEquals(
        "01" + "0000000000000000" + "4fdbbeeb",
        HexFormat.of().formatHex(SyncToken.START.toBytes()));
    assertEquals(
        "01" + "0123456789abcdef" + "1502" + "33" + "0000000000000007" + "0000" + "0003",
        HexFormat.of().formatHex(at(2, 7, 3).toBytes()).substring(0, 2 * 24));
    assertEquals(28, at(2, 7, 3).toBytes().length);
  }

  @Test
  void tokensComeBackFromTheirBytesInTheOrderOfChanges() {
    List<SyncToken> ordered =
        List.of(
            SyncToken.START,
            unversioned(-1),
            unversioned(300),
            at(0, 7, 3),
            at(0, 7, 4),
            at(0, 8, 0),
            at(1, 1, 0),
            at(255, 0, 0),
            at(256, 0, 0),
            at(Integer.MAX_VALUE, 0, 0));
    for (int i = 0; i < ordered.size(); i++) {
      SyncToken token = ordered.get(i);
      SyncToken back = SyncToken.fromBytes(token.toBytes());
      assertEquals(token, back);
      assertEquals(token.hashCode(), back.hashCode());
      assertEquals(i > 2, back.version().isPresent());
      assertEquals(i > 2, back.incarnation().isPresent());
      assertEquals(i == 0, back.isStart());
      for (int j = 0; j < ordered.size(); j++) {
        assertEquals(
            Integer.compare(i, j), Integer.signum(back.compareTo(ordered.get(j))), i + " " + j);
        assertEquals(i == j, token.equals(ordered.get(j)));
      }
    }
  }

  @Test
  void anyOtherBytesAreRefused() {
    RandomGenerator random = Seeds.random("SyncTokenTest");
    Set<Code> codes = new TreeSet<>();
    for (SyncToken token : List.of(SyncToken.START, unversioned(7), at(2, 7, 3))) {
      byte[] bytes = token.toBytes();
      for (int bit = 0; bit < bytes.length * 8; bit++) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        codes.add(codeOf(flipped));
      }
      for (int length = 0; length < bytes.length; length++) {
        codes.add(codeOf(Arrays.copyOf(bytes, length)));
      }
      codes.add(codeOf(Arrays.copyOf(bytes, bytes.length + 1)));
    }
    for (int i = 0; i < 20_000; i++) {
      byte[] body = new byte[9 + random.nextInt(20)];
      random.nextBytes(body);
      body[0] = 1;
      codes.add(codeOf(sealed(body)));
    }
    codes.add(codeOf(new byte[SyncToken.BYTES_MAX + 1]));
    assertEquals(Set.of(Code.CONTINUATION_REFUSED, Code.FORMAT_UNKNOWN), codes);
  }

  @Test
  void rightChecksumOverNoPlaceIsRefused() {
    Versionstamp version = Versionstamp.complete(new byte[10]);
    byte[] incomplete = new byte[12];
    Arrays.fill(incomplete, (byte) 0xFF);
    for (Tuple wrong :
        List.of(
            Tuple.from(1L),
            Tuple.from(-1L, version),
            Tuple.from(1L << 31, version),
            Tuple.from("1", version),
            Tuple.from(1L, version, 1L),
            Tuple.from(1L, null),
            Tuple.from(null, version),
            Tuple.from(null, null))) {
      byte[] packed = wrong.pack();
      byte[] body =
          ByteBuffer.allocate(9 + packed.length).put((byte) 1).putLong(FEED).put(packed).array();
      assertEquals(Code.CONTINUATION_REFUSED, codeOf(sealed(body)), wrong::toString);
    }
    byte[] allFf =
        ByteBuffer.allocate(9 + 15)
            .put((byte) 1)
            .putLong(FEED)
            .put(new byte[] {0x15, 1, 0x33})
            .put(incomplete)
            .array();
    assertEquals(Code.CONTINUATION_REFUSED, codeOf(sealed(allFf)));
    assertNotEquals(0, at(1, 1, 1).toBytes().length);
    assertTrue(at(1, 1, 1).toString().contains("SyncToken["));
  }
}
