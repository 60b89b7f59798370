package dev.tenure.examples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TerminalLineTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private TerminalLine line(int columns) {
    return new TerminalLine(new PrintStream(bytes, true, StandardCharsets.UTF_8), columns);
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 20, 40, 80, 200})
  void lineIsNarrowerThanTheTerminalAndRewritten(int columns) {
    TerminalLine line = line(columns);
    String text = "notes/alice from east to west: OPEN [########............] 41 % ".repeat(3);
    line.write(text);
    line.write("short");
    assertFalse(printed().contains("\n"), printed());
    int width = Math.min(text.length(), columns - 1);
    String shorter = "short".substring(0, Math.min(5, columns - 1));
    assertEquals("\r" + text.substring(0, width) + "\u001b[K\r" + shorter + "\u001b[K", printed());
    line.end();
    assertTrue(printed().endsWith(System.lineSeparator()), printed());
  }

  @Test
  void charactersOfTwoColumnsAreCountedTwiceAndNeverCutInHalf() {
    line(6).write("a\u6771\u4eac\ud83d\ude00b");
    assertEquals("\ra\u6771\u4eac\u001b[K", printed());
  }

  @Test
  void withoutATerminalEachLineStays() {
    TerminalLine line = line(TerminalLine.NO_TERMINAL);
    line.write("one");
    line.println("two");
    line.end();
    assertEquals("one%ntwo%n".formatted(), printed());
  }

  @Test
  void lineThatStaysTakesThePlaceOfTheRewrittenOne() {
    TerminalLine line = line(80);
    line.write("41 %");
    line.println("the disk is full");
    line.end();
    assertEquals("\r41 %%\u001b[K\r\u001b[Kthe disk is full%n".formatted(), printed());
  }
}
