package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Bytes of bunches: those of the page, back and forth, and any others. */
final class BunchCodecTest {
  private static final int CASES = 6_000;
  private static final BunchPlace PLACE = new BunchPlace(new byte[] {0x53}, "map", 0);

  private static BunchedEntry entry(String value, Object... columns) {
    return new BunchedEntry(Maps.key(columns), Maps.value(value));
  }

  private static String hex(BunchedEntry... entries) {
    return HexFormat.of().formatHex(BunchCodec.encode(List.of(entries)));
  }

  @Test
  void bytesAreThoseOfThePage() {
    assertEquals("0100", hex(entry("", "a", 1)));
    assertEquals("010178" + "2079", hex(entry("x", "a", 1), entry("y", "a", 2)));
    assertEquals(
        "010178" + "2079" + "389979",
        hex(entry("x", "a", 1), entry("y", "a", 2), entry("y", "a", 153)));
    assertEquals("0100" + "1e23" + "62001501", hex(entry("", "a", 1), entry("", "ab", 1)));
    assertEquals(
        "0100" + "e0" + "01" + "7a".repeat(8), hex(entry("", "a", 1), entry("zzzzzzzz", "a", 2)));
  }

  @Test
  void bunchesComeBack() {
    RandomGenerator random = Seeds.random("BunchCodecTest.bunchesComeBack");
    for (int i = 0; i < CASES; i++) {
      List<BunchedEntry> entries = entries(random);
      byte[] value = BunchCodec.encode(entries);
      List<BunchedEntry> back = BunchCodec.decode(PLACE, entries.get(0).key(), value);
      assertEquals(entries.size(), back.size());
      for (int j = 0; j < back.size(); j++) {
        assertArrayEquals(entries.get(j).key(), back.get(j).key());
        assertArrayEquals(entries.get(j).value(), back.get(j).value());
      }
    }
  }

  private static List<BunchedEntry> entries(RandomGenerator random) {
    NavigableSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    int size = 1 + random.nextInt(12);
    while (keys.size() < size) {
      Tuple key = Tuple.from("ab".repeat(random.nextInt(3)) + random.nextInt(4));
      keys.add(key.add(random.nextLong() >> random.nextInt(64)).pack());
    }
    List<BunchedEntry> entries = new ArrayList<>();
    for (byte[] key : keys) {
      byte[] value = new byte[random.nextInt(10) == 0 ? random.nextInt(3_000) : random.nextInt(9)];
      random.nextBytes(value);
      entries.add(new BunchedEntry(key, value));
    }
    return entries;
  }

  @Test
  void anyBytesAreABunchOrATypedError() {
    RandomGenerator random = Seeds.random("BunchCodecTest.anyBytesAreABunchOrATypedError");
    int refused = 0;
    for (int i = 0; i < CASES; i++) {
      List<BunchedEntry> entries = entries(random);
      byte[] damaged = damaged(BunchCodec.encode(entries), random);
      refused += decodes(entries.get(0).key(), damaged) ? 0 : 1;
    }
    assertTrue(refused > CASES / 4, "refused " + refused);
  }

  private static byte[] damaged(byte[] value, RandomGenerator random) {
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(value, random.nextInt(value.length + 1));
      case 1 -> any(random);
      case 2 -> longer(value, random);
      default -> flipped(value, random);
    };
  }

  private static byte[] any(RandomGenerator random) {
    byte[] any = new byte[1 + random.nextInt(60)];
    random.nextBytes(any);
    any[0] = BunchCodec.FORMAT;
    return any;
  }

  private static byte[] longer(byte[] value, RandomGenerator random) {
    byte[] longer = new byte[value.length + 1 + random.nextInt(9)];
    random.nextBytes(longer);
    System.arraycopy(value, 0, longer, 0, value.length);
    return longer;
  }

  private static byte[] flipped(byte[] value, RandomGenerator random) {
    byte[] flipped = value.clone();
    flipped[random.nextInt(value.length)] ^= (byte) (1 << random.nextInt(8));
    return flipped;
  }

  /** Whether there are entries; those are in order. */
  private static boolean decodes(byte[] key, byte[] value) {
    try {
      List<BunchedEntry> entries = BunchCodec.decode(PLACE, key, value);
      for (int i = 1; i < entries.size(); i++) {
        assertTrue(Arrays.compareUnsigned(entries.get(i - 1).key(), entries.get(i).key()) < 0);
      }
      return true;
    } catch (RecordLayerException e) {
      assertTrue(
          e.code() == RecordLayerException.Code.DAMAGED
              || e.code() == RecordLayerException.Code.FORMAT_UNKNOWN,
          e.getMessage());
      assertTrue(String.valueOf(e.getMessage()).contains("(map, key S"), e.getMessage());
      return false;
    }
  }

  @Test
  void announcedLengthsAreNotAllocated() {
    for (String hex :
        List.of("01fb7fffffff", "0100fffb7fffffff", "0100e0fb7ffffff8", "01001f00fb7fffffff")) {
      RecordLayerException damaged =
          assertThrows(
              RecordLayerException.class,
              () -> BunchCodec.decode(PLACE, Maps.key("a"), HexFormat.of().parseHex(hex)));
      assertEquals(RecordLayerException.Code.DAMAGED, damaged.code(), hex);
    }
  }

  @Test
  void unknownFormatIsNamed() {
    RecordLayerException unknown =
        assertThrows(
            RecordLayerException.class,
            () -> BunchCodec.decode(PLACE, Maps.key("a"), new byte[] {2, 0}));
    assertEquals(RecordLayerException.Code.FORMAT_UNKNOWN, unknown.code());
    assertTrue(
        String.valueOf(unknown.getMessage()).contains("format 2, expected 1"),
        unknown.getMessage());
  }

  @Test
  void keysOfAnotherBunchAreRefused() {
    BunchPlace apart = new BunchPlace(new byte[0], "map", 1);
    byte[] both = BunchCodec.encode(List.of(entry("", "a", 1), entry("", "b", 1)));
    assertThrows(
        RecordLayerException.class, () -> BunchCodec.decode(apart, Maps.key("a", 1), both));
  }
}
