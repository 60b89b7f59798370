package dev.tenure.record.tuple;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each key has the bytes that fdb-java gives it. */
class KeyPackerTest {
  private static final byte[] PREFIX = {0x15, 0x01, 0x00, (byte) 0xFF};
  private static final byte[] NOTHING = {};

  @Test
  void numbersAtTheEdgesOfEachLength() {
    for (int bits = 0; bits < Long.SIZE; bits++) {
      for (long around = -2; around <= 2; around++) {
        requireSame((1L << bits) + around);
        requireSame(-(1L << bits) + around);
      }
    }
    requireSame(Integer.MIN_VALUE);
    requireSame(Integer.MAX_VALUE);
  }

  @Test
  void stringsWithAndWithoutLettersBeyondAscii() {
    for (String text :
        List.of("", "a", "\u0000", "a\u0000b", "\u007f", "\u0080", "ä", "日本", "😀")) {
      requireSame(text);
    }
  }

  @Test
  void elementsOfOtherKinds() {
    requireSame(1.5);
    requireSame(1.5f);
    requireSame(new UUID(1, 2));
    requireSame(BigInteger.ONE.shiftLeft(70));
    requireSame(true);
    requireSame(false);
    requireSame(new Object[] {null});
  }

  @Test
  void anyTuple() {
    SplittableRandom random = new SplittableRandom(20261126);
    for (int i = 0; i < 20_000; i++) {
      requireSame(list(random, 3).toArray());
    }
  }

  private static void requireSame(@Nullable Object... elements) {
    Tuple tuple = Tuple.from(elements);
    assertArrayEquals(tuple.pack(PREFIX), KeyPacker.pack(PREFIX, tuple), tuple::toString);
    byte[] nested = new Tuple().add(tuple).pack(ByteArrayUtil.join(PREFIX, NOTHING, PREFIX));
    assertArrayEquals(
        nested, KeyPacker.packNested(PREFIX, NOTHING, PREFIX, tuple), tuple::toString);
  }

  private static List<@Nullable Object> list(SplittableRandom random, int depth) {
    List<@Nullable Object> elements = new ArrayList<>();
    int size = random.nextInt(5);
    for (int i = 0; i < size; i++) {
      elements.add(element(random, depth));
    }
    return elements;
  }

  private static @Nullable Object element(SplittableRandom random, int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 7)) {
      case 0 -> random.nextLong() >> random.nextInt(Long.SIZE);
      case 1 -> random.nextInt(-300, 300);
      case 2 -> text(random);
      case 3 -> bytes(random);
      case 4 -> random.nextBoolean();
      case 5 -> null;
      case 6 -> random.nextInt(4) == 0 ? (Object) random.nextDouble() : (Object) 0L;
      default -> list(random, depth - 1);
    };
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(20);
    boolean ascii = random.nextInt(4) > 0;
    for (int i = 0; i < length; i++) {
      text.append((char) (ascii ? random.nextInt(1, 0x80) : random.nextInt(0, 0x300)));
    }
    return text.toString();
  }

  private static byte[] bytes(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(40)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt(-2, 3);
    }
    return bytes;
  }
}
