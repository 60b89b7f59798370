package dev.tenure.queue.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.cursor.Continuation;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Page tokens come back from anybody: they are one of ours, or the caller is told so. */
final class PageTokenFuzzTest {
  private static final int CASES = 5_000;
  private static final Instant BEGUN = Instant.parse("2026-01-31T12:00:00Z");
  private static final Continuation BEHIND = Continuation.at(1, new byte[] {0x15, 7});

  @Test
  void tokenIsTheContinuationInTheAlphabetOfUrls() {
    Listing first = Listing.of(5, Optional.empty(), () -> BEGUN);
    assertEquals(new Listing(5, BEGUN, Continuation.START), first);
    String text = first.text(BEHIND);
    assertEquals(new Listing(9, BEGUN, BEHIND), Listing.of(9, Optional.of(text), Instant::now));
  }

  @Test
  void tokenOfAnEarlierReleaseIsRefusedWithItsReason() {
    String earlier = Base64.getUrlEncoder().encodeToString(BEHIND.toBytes());
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Listing.of(5, Optional.of(earlier), Instant::now));
    assertEquals(
        "continuation is not one of this listing: it has another form", refused.getMessage());
  }

  @Test
  void anyTextIsATokenOrTheCallersMistake() {
    Random random = new Random(7);
    byte[] token = Base64.getUrlDecoder().decode(new Listing(5, BEGUN, BEHIND).text(BEHIND));
    int refused = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] changed = token.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      String text = Base64.getUrlEncoder().encodeToString(changed);
      int length = random.nextInt(text.length() + 1);
      String sent = random.nextBoolean() ? text : text.substring(0, length) + "é =\0/";
      try {
        Listing.of(5, Optional.of(sent), Instant::now);
      } catch (IllegalArgumentException e) {
        refused++;
        assertTrue(String.valueOf(e.getMessage()).startsWith("continuation is not one"), sent);
      }
    }
    assertEquals(CASES, refused);
  }
}
