package dev.tenure.record.tuple;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
