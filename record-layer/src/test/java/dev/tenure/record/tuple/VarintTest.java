package dev.tenure.record.tuple;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VarintTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 127, 128, 16_383, 16_384, Integer.MAX_VALUE, Long.MAX_VALUE})
  void numbersComeBackInTheSizeTold(long number) {
    ByteBuffer buffer = ByteBuffer.allocate(10);
    Varint.put(buffer, number);

    assertEquals(Varint.size(number), buffer.position());
    assertEquals(number, Varint.get(buffer.flip()));
    assertEquals(0, buffer.remaining());
    assertEquals(number, Varint.get(ByteBuffer.wrap(Varint.bytes(number))));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1, -64, 64, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2})
  void zigzagKeepsTheSign(long number) {
    assertEquals(number, Varint.unzigzag(Varint.zigzag(number)));
  }

  @Test
  void zigzagOfSmallNumbersIsSmall() {
    assertEquals(3, Varint.zigzag(-2));
    assertEquals(4, Varint.zigzag(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "80", "ffff", "8000", "808000", "ffffffffffffffffff01"})
  void bytesThatEndEarlyOrTakeMoreThanNeededAreNoNumber(String hex) {
    assertEquals(-1, Varint.get(ByteBuffer.wrap(HexFormat.of().parseHex(hex))));
  }
}
