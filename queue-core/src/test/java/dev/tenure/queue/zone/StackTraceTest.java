package dev.tenure.queue.zone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueLimits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** The compressed form of a stack trace, and whatever other bytes may lie in its place. */
final class StackTraceTest {
  private static final String TEXT = "java.lang.Error: no\n\tat a.B.c(B.java:3)\n";

  private static StackTrace stored(byte[] bytes) {
    return StackTrace.stored(ByteString.copyFrom(bytes)).orElseThrow();
  }

  private static byte[] letters(Random random, int length) {
    byte[] letters = new byte[length];
    for (int i = 0; i < length; i++) {
      letters[i] = (byte) (' ' + random.nextInt(90));
    }
    return letters;
  }

  @Test
  void aTextComesBack() {
    assertEquals(TEXT, StackTrace.compress(TEXT).orElseThrow().text());
    assertEquals("", StackTrace.compress("").orElseThrow().text());
  }

  /** As in the golden file of a history. */
  @Test
  void theStoredFormIsThatOfTheFormatPage() {
    ByteString bytes = ByteString.fromHex("01789c4b040000620062");
    assertEquals("a", StackTrace.stored(bytes).orElseThrow().text());
    assertEquals(bytes, StackTrace.compress("a").orElseThrow().stored());
  }

  @Test
  void aTextOfTheLongestSizeComesBack() {
    String longest = "x".repeat(QueueLimits.STACK_TRACE_TEXT_BYTES_MAX);
    assertEquals(longest, StackTrace.compress(longest).orElseThrow().text());
    assertTrue(StackTrace.compress(longest + "x").isEmpty());
  }

  @Test
  void whatDoesNotFitCompressedIsRefused() {
    String hardToCompress = new String(letters(new Random(1), 6_000), StandardCharsets.US_ASCII);
    assertTrue(StackTrace.compress(hardToCompress).isEmpty());
    StackTrace most = StackTrace.compress(hardToCompress.substring(0, 4_500)).orElseThrow();
    assertTrue(most.stored().size() <= QueueLimits.STACK_TRACE_BYTES_MAX, most.toString());
  }

  @Test
  void anUnknownFormatIsNamed() {
    byte[] newer = StackTrace.compress(TEXT).orElseThrow().stored().toByteArray();
    newer[0] = (byte) 200;
    QueueException error = assertThrows(QueueException.class, () -> stored(newer).text());
    assertEquals(QueueException.Code.FORMAT_UNKNOWN, error.code());
    assertTrue(String.valueOf(error.getMessage()).contains("format 200"), error.getMessage());
  }

  @Test
  void aStreamThatGivesTooMuchIsDamage() {
    byte[] bytes = new byte[QueueLimits.STACK_TRACE_BYTES_MAX];
    bytes[0] = 1;
    Deflater deflater = new Deflater();
    deflater.setInput(new byte[1_000_000]);
    deflater.finish();
    int length = deflater.deflate(bytes, 1, bytes.length - 1);
    assertTrue(deflater.finished(), length + " bytes");
    deflater.end();
    QueueException error = assertThrows(QueueException.class, () -> stored(bytes).text());
    assertEquals(QueueException.Code.CORRUPT, error.code());
  }

  @Test
  void otherBytesGiveATextOrATypedError() {
    byte[] good = StackTrace.compress(TEXT).orElseThrow().stored().toByteArray();
    Random random = new Random(2);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = Arrays.copyOf(good, 1 + random.nextInt(good.length + 5));
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        assertFalse(stored(bytes).text().length() > QueueLimits.STACK_TRACE_TEXT_BYTES_MAX);
      } catch (QueueException e) {
        assertTrue(e.code() != QueueException.Code.STOPPED);
      }
    }
  }
}
