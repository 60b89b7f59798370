package dev.tenure.queue.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.cursor.Continuation;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Page tokens come back from anybody: they are one of ours, or the caller is told so. */
final class PageTokenFuzzTest {
  private static final int CASES = 5_000;

  @Test
  void tokenIsTheContinuationInTheAlphabetOfUrls() {
    assertEquals(Continuation.START, Listing.parse(Optional.of("AgDWJEc8")));
    assertEquals(Continuation.START, Listing.parse(Optional.empty()));
  }

  @Test
  void anyTextIsATokenOrTheCallersMistake() {
    Random random = new Random(7);
    byte[] token = Continuation.at(1, new byte[] {0x15, 7}).toBytes();
    int refused = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] changed = token.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      String text = Base64.getUrlEncoder().encodeToString(changed);
      int length = random.nextInt(text.length() + 1);
      String sent = random.nextBoolean() ? text : text.substring(0, length) + "é =\0/";
      try {
        Listing.parse(Optional.of(sent));
      } catch (IllegalArgumentException e) {
        refused++;
        assertTrue(String.valueOf(e.getMessage()).startsWith("continuation is not one"), sent);
      }
    }
    assertEquals(CASES, refused);
  }
}
