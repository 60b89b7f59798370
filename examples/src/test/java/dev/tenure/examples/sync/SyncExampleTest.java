package dev.tenure.examples.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program runs, and finds its devices to have what the list has. */
final class SyncExampleTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void devicesHaveTheListAfterLostAnswersAMoveAndForgottenDeletions(long seed) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    SyncExample example =
        SyncCommand.run(seed, new PrintStream(bytes, true, StandardCharsets.UTF_8));

    String printed = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(printed.contains("verified: both have the"), printed);
    assertTrue(printed.contains("moved: smaller versions"), printed);
    assertTrue(example.repeated() > 0, printed);
    assertTrue(example.phone().reconnects() > 0, printed);
    assertEquals(0, example.phone().resets(), printed);
    assertEquals(1, example.tablet().resets(), printed);
  }
}
