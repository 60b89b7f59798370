package dev.tenure.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.StringTokenizer;
import org.junit.jupiter.api.Test;

final class ParagraphsTest {
  private final Paragraphs paragraphs = Paragraphs.load();

  @Test
  void theWholeTextIsThere() {
    assertEquals(2_422, paragraphs.count());
    assertEquals(207_471, paragraphs.words(2_422));
    assertTrue(paragraphs.text(0).startsWith("Call me Ishmael."));
  }

  @Test
  void numbersBeyondTheLastBeginAgain() {
    assertEquals(paragraphs.text(0), paragraphs.text(2_422));
    long first = new StringTokenizer(paragraphs.text(0)).countTokens();
    assertEquals(2 * 207_471 + first, paragraphs.words(2 * 2_422 + 1));
  }
}
