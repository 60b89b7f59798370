package dev.tenure.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.examples.commandline.TerminalLine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long nanos;

  private Progress progress(int columns) {
    return new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), columns, () -> nanos);
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 40, 80, 200})
  void lineIsNarrowerThanTheTerminalAndRewritten(int columns) {
    Progress progress = progress(columns);
    progress.phase("collecting", 100_000_000);
    for (long done = 0; done <= 100_000_000; done += 9_999_999) {
      nanos += 200_000_000;
      progress.show(done, done + 64, "pick-up p50 12,345.6 ms");
    }
    assertFalse(printed().contains("\n"), printed());
    for (String line : printed().split("\r", -1)) {
      String shown = line.replace("\u001b[K", "");
      assertTrue(shown.length() < columns, shown);
    }
    progress.end();
    assertTrue(printed().endsWith(System.lineSeparator()), printed());
  }

  @Test
  void lineHasBarCountsRateAndTime() {
    Progress progress = progress(80);
    progress.phase("items", 1_000);
    nanos += 1_000_000_000;
    progress.show(500, 750, "pick-up p50 1.5 ms");
    assertEquals(
        "\ritems [#############------       ] 500 of 1,000  500/s  1 s  pick-up p50 1.5 ms\u001b[K",
        printed());
  }

  @Test
  void noRateIsShownOnceAllIsDoneNorBeforeAnythingIs() {
    Progress progress = progress(80);
    progress.phase("items", 1_000);
    nanos += 1_000_000_000;
    progress.show(0, 10, "");
    progress.show(1_000, 1_000, "");
    nanos += 60_000_000_000L;
    progress.show(1_000, 1_000, "");
    assertFalse(printed().contains("/s"), printed());
  }

  @Test
  void withoutATerminalAPlainLineComesEveryTwoSeconds() {
    Progress progress = progress(TerminalLine.NO_TERMINAL);
    progress.phase("tenants", 100);
    for (int tick = 0; tick < 25; tick++) {
      nanos += 200_000_000;
      progress.show(tick, tick, "");
    }
    progress.end();
    assertEquals(
        "tenants  9 of 100  5/s  2 s%ntenants  19 of 100  5/s  4 s%n".formatted(), printed());
  }

  @Test
  void eachPhaseHasALineOfItsOwn() {
    Progress progress = progress(80);
    progress.phase("tenants", 10);
    progress.show(10, 10, "");
    progress.phase("items", 20);
    progress.show(1, 2, "");
    assertEquals(1, printed().lines().filter(line -> line.contains("tenants [")).count());
    assertTrue(printed().contains(System.lineSeparator() + "\ritems ["), printed());
  }
}
