package dev.tenure.queue.redrive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RedrivePositionTest {
  private static final RedrivePosition POSITION =
      new RedrivePosition(
          5,
          "zone",
          false,
          "id",
          LetterFilter.all().fingerprint(),
          Optional.empty(),
          Optional.of(new RedrivePosition.Asked("be", ByteString.copyFrom(new byte[] {1, 0, 2}))));
  private static final RedriveRequest ZONE = RedriveRequest.ofZone("zone", RedriveAction.DELETE);
  private static final RedriveRequest ZONES = RedriveRequest.ofAllZones(RedriveAction.REDRIVE);

  private static String text(byte[] packed) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(packed);
  }

  @Test
  void aPositionIsWrittenAsTheseBytes() {
    String filter = HexFormat.of().formatHex(Tuple.from(LetterFilter.all().fingerprint()).pack());
    String golden =
        "1503"
            + "1505"
            + "027a6f6e6500"
            + "26"
            + "02696400"
            + filter
            + "0200"
            + "0200"
            + "02626500"
            + "010100ff0200";
    assertEquals(text(HexFormat.of().parseHex(golden)), POSITION.text());
    assertEquals(POSITION, RedrivePosition.parse(POSITION.text(), ZONE));
    assertEquals(POSITION, RedrivePosition.parse(POSITION.text(), ZONES));
  }

  @Test
  void aBoundIsKept() {
    RedrivePosition bounded = POSITION.until(POSITION.behind("m"));
    assertEquals(bounded, RedrivePosition.parse(bounded.text(), ZONE));
    assertFalse(bounded.isBeyond("m"));
    assertTrue(bounded.isBeyond("n"));
    assertFalse(POSITION.until(POSITION.behindZone()).isBeyond("\ud83d\ude00"));
    assertTrue(bounded.atZone("zonf").isBeyond("a"));
  }

  @Test
  void aPositionOfTheFormatBeforeHasNoQuery() {
    long filter = LetterFilter.all().fingerprint();
    String before = text(Tuple.from(2L, 5L, "zone", false, "id", filter, "", "").pack());
    assertEquals(POSITION.with(Optional.empty()), RedrivePosition.parse(before, ZONE));
  }

  @Test
  void aPositionOfAnotherFilterIsRefused() {
    RedriveRequest other = ZONE.withFilter(LetterFilter.all().withType("send"));
    assertTrue(
        String.valueOf(
                assertThrows(
                        IllegalArgumentException.class,
                        () -> RedrivePosition.parse(POSITION.text(), other))
                    .getMessage())
            .contains("another filter"));
  }

  @Test
  void aLaterFormatIsRefused() {
    String later =
        text(Tuple.from(4L, 5L, "zone", false, "id", 7L, "", "").add("").add(new byte[0]).pack());
    assertEquals(
        "continuation is not one of this redrive: its format is 4, known is 3",
        assertThrows(IllegalArgumentException.class, () -> RedrivePosition.parse(later, ZONES))
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
        RedrivePosition read = RedrivePosition.parse(text(bytes), ZONES);
        assertEquals(read, RedrivePosition.parse(read.text(), ZONES));
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
    assertThrows(IllegalArgumentException.class, () -> RedrivePosition.parse("?", ZONES));
  }
}
