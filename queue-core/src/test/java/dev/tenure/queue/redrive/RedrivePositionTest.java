package dev.tenure.queue.redrive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RedrivePositionTest {
  private static final RedrivePosition POSITION = new RedrivePosition(5, "zone", false, "id");

  private static String text(byte[] packed) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(packed);
  }

  @Test
  void aPositionIsWrittenAsTheseBytes() {
    String golden = "1501" + "1505" + "027a6f6e6500" + "26" + "02696400";
    assertEquals(text(HexFormat.of().parseHex(golden)), POSITION.text());
    assertEquals(POSITION, RedrivePosition.parse(POSITION.text(), Optional.of("zone")));
    assertEquals(POSITION, RedrivePosition.parse(POSITION.text(), Optional.empty()));
  }

  @Test
  void aLaterFormatIsRefused() {
    String later = text(Tuple.from(2L, 5L, "zone", false, "id").pack());
    assertEquals(
        "continuation is not one of this redrive: its format is 2, known is 1",
        assertThrows(
                IllegalArgumentException.class,
                () -> RedrivePosition.parse(later, Optional.empty()))
            .getMessage());
  }

  @Test
  void anyBytesAreEitherAPositionOrRefused() {
    Random random = new Random(11);
    int refused = 0;
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes = Base64.getUrlDecoder().decode(POSITION.text());
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      try {
        RedrivePosition read = RedrivePosition.parse(text(bytes), Optional.empty());
        assertEquals(read, RedrivePosition.parse(read.text(), Optional.empty()));
      } catch (IllegalArgumentException e) {
        assertTrue(
            String.valueOf(e.getMessage()).startsWith("continuation is not one of this redrive: "));
        refused++;
      }
    }
    assertTrue(refused > 1_000, "refused " + refused);
  }

  @Test
  void textThatIsNoBase64IsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> RedrivePosition.parse("?", Optional.empty()));
  }
}
