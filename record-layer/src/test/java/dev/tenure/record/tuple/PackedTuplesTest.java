package dev.tenure.record.tuple;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.Seeds;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PackedTuplesTest {
  private static final int CASES = 20_000;

  private final RandomGenerator random = Seeds.random("PackedTuplesTest");

  private static byte[] nested(int depth) {
    byte[] packed = new byte[2 * depth];
    Arrays.fill(packed, 0, depth, (byte) 0x05);
    return packed;
  }

  @Test
  void nestingUpToTheLimitIsUnpackedAndNoDeeper() {
    byte[] deepest = nested(PackedTuples.DEPTH_MAX);
    byte[] deeper = nested(PackedTuples.DEPTH_MAX + 1);

    assertEquals(deepest.length, PackedTuples.end(deepest, 0));
    assertTrue(PackedTuples.unpack(deepest, 0).isPresent());
    assertEquals(PackedTuples.NONE, PackedTuples.end(deeper, 0));
    assertFalse(PackedTuples.unpack(deeper, 0).isPresent());
    assertEquals(PackedTuples.NONE, PackedTuples.end(deepest, 0, PackedTuples.DEPTH_MAX - 1));
  }

  @Test
  void nestingThatWouldOverflowTheStackIsNoTuple() {
    byte[] deep = new byte[200_000];
    Arrays.fill(deep, (byte) 0x05);

    assertEquals(Optional.empty(), PackedTuples.unpack(deep, 0));
    assertEquals(Optional.empty(), PackedTuples.unpack(nested(100_000), 0));
  }

  @Test
  void packedTuplesComeBackAndTheirElementsEndWhereTheNextBegin() {
    for (int i = 0; i < CASES; i++) {
      Tuple tuple = tuple(3);
      byte[] packed = tuple.pack(new byte[] {'S'});

      assertEquals(Optional.of(tuple), PackedTuples.unpack(packed, 1), () -> hex(packed));
      int at = 1;
      for (int element = 0; element < tuple.size(); element++) {
        at = PackedTuples.end(packed, at);
      }
      assertEquals(packed.length, at, () -> hex(packed));
    }
  }

  /** Whatever unpacks them: the elements are those of fdb-java, and pack to the same bytes. */
  @Test
  void bytesOfEachKindHaveTheElementsThatFdbJavaGives() {
    int quick = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = random.nextBoolean() ? plain(3).pack() : noise();
      int from = random.nextInt(bytes.length + 1);
      UnpackedTuple unpacked = KeyUnpacker.unpack(bytes, from);
      if (unpacked != null) {
        Tuple known = unpacked.tuple();
        Tuple expected = Tuple.fromBytes(bytes, from, bytes.length - from);
        assertEquals(kinds(expected.getItems()), kinds(known.getItems()), () -> hex(bytes));
        assertEquals(expected, known, () -> hex(bytes));
        assertArrayEquals(expected.pack(), known.pack(), () -> hex(bytes));
        assertEquals(Optional.of(known), PackedTuples.unpack(bytes, from), () -> hex(bytes));
        quick++;
      }
    }
    assertTrue(quick > CASES / 3 && quick < CASES, "tuples unpacked in one pass: " + quick);
  }

  @Test
  void elementsThatAreNoTupleYetAreThoseOfTheTuple() {
    for (int i = 0; i < CASES; i++) {
      Tuple tuple = random.nextBoolean() ? plain(3) : tuple(3);
      byte[] packed = tuple.pack(new byte[] {'S'});
      Tuple expected = Tuple.fromBytes(packed, 1, packed.length - 1);
      UnpackedTuple unpacked = UnpackedTuple.of(packed, 1).orElseThrow();
      int first = random.nextInt(tuple.size() + 1);
      for (UnpackedTuple each : List.of(unpacked, UnpackedTuple.of(tuple))) {
        assertEquals(tuple.size(), each.size(), () -> hex(packed));
        assertEquals(first, each.first(first).size(), () -> hex(packed));
        assertEquals(TupleParts.range(expected, 0, first), each.first(first).tuple());
        for (int element = 0; element < first; element++) {
          Tuple one = Tuple.from(expected.get(element));
          assertEquals(one, Tuple.from(each.get(element)), () -> hex(packed));
          assertEquals(one, Tuple.from(each.first(first).get(element)), () -> hex(packed));
        }
        assertEquals(expected, each.tuple(), () -> hex(packed));
      }
    }
  }

  @Test
  void numbersAtTheEdgesOfEachLengthAreThoseOfFdbJava() {
    for (int bits = 0; bits < Long.SIZE; bits++) {
      for (long around = -2; around <= 2; around++) {
        for (long number : new long[] {(1L << bits) + around, -(1L << bits) + around}) {
          byte[] packed = Tuple.from(number, "behind").pack();
          Tuple unpacked = PackedTuples.unpack(packed, 0).orElseThrow();
          assertEquals(number, unpacked.get(0));
          assertEquals("behind", unpacked.get(1));
        }
      }
    }
  }

  /** Forms that no packer makes; their bytes must not be forgotten. */
  @Test
  void numberWithALeadingByteTooManyKeepsItsBytes() {
    for (String hex : List.of("1500", "160005", "13ff", "12fffa", "1c00000000000000ff")) {
      byte[] longer = HexFormat.of().parseHex(hex);
      assertNull(KeyUnpacker.unpack(longer, 0), hex);
      assertArrayEquals(longer, PackedTuples.unpack(longer, 0).orElseThrow().pack(), hex);
    }
  }

  private static List<Object> kinds(List<?> items) {
    List<Object> kinds = new ArrayList<>();
    for (Object item : items) {
      kinds.add(item instanceof List<?> list ? kinds(list) : item == null ? "" : item.getClass());
    }
    return kinds;
  }

  /** A tuple of what is mostly in keys. */
  private Tuple plain(int depth) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int left = random.nextInt(7); left > 0; left--) {
      values.add(
          switch (random.nextInt(depth == 0 ? 5 : 6)) {
            case 0 -> null;
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> random.nextBoolean();
            case 3 -> "team 1".substring(random.nextInt(7));
            case 4 -> new byte[] {1, 2, (byte) random.nextInt()};
            default -> plain(depth - 1);
          });
    }
    return Tuple.fromList(values);
  }

  @Test
  void cutTupleIsNoneOrTheOneThatPacksToItsBytes() {
    for (int i = 0; i < CASES; i++) {
      Tuple tuple = Tuple.fromList(new ArrayList<>(Arrays.asList(1L, value(3))));
      byte[] packed = tuple.pack();
      int first = Tuple.from(1L).pack().length;
      for (int length = first + 1; length < packed.length; length++) {
        byte[] cut = Arrays.copyOf(packed, length);
        PackedTuples.unpack(cut, 0)
            .ifPresent(shorter -> assertArrayEquals(cut, shorter.pack(), () -> hex(cut)));
      }
    }
  }

  @Test
  void anyBytesAreATupleOrNone() {
    int tuples = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = noise();
      Optional<Tuple> tuple = PackedTuples.unpack(bytes, 0);
      tuples += tuple.isPresent() ? 1 : 0;
      tuple.ifPresent(read -> assertTrue(read.size() <= bytes.length, () -> hex(bytes)));
    }
    assertTrue(tuples > CASES / 100 && tuples < CASES, "tuples among noise: " + tuples);
  }

  private byte[] noise() {
    byte[] bytes = random.nextInt(3) == 0 ? tuple(3).pack() : new byte[random.nextInt(40)];
    if (bytes.length == 0) {
      return bytes;
    }
    if (random.nextBoolean()) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      return bytes;
    }
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] = (byte) (random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(0x34));
    }
    return bytes;
  }

  private Tuple tuple(int depth) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int left = random.nextInt(5); left > 0; left--) {
      values.add(value(depth));
    }
    return Tuple.fromList(values);
  }

  private @Nullable Object value(int depth) {
    return switch (random.nextInt(depth == 0 ? 10 : 12)) {
      case 0 -> null;
      case 1 -> random.nextLong() >> random.nextInt(64);
      case 2 -> random.nextDouble();
      case 3 -> random.nextFloat();
      case 4 -> random.nextBoolean();
      case 5 -> "a\0é😀".substring(random.nextInt(3));
      case 6 -> "\0\0x".substring(random.nextInt(3)).getBytes(StandardCharsets.UTF_8);
      case 7 -> BigInteger.valueOf(random.nextLong()).pow(1 + random.nextInt(5));
      case 8 -> new UUID(random.nextLong(), random.nextLong());
      case 9 -> Versionstamp.complete(new byte[10], random.nextInt(100));
      default -> tuple(depth - 1);
    };
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
