package dev.tenure.consumer.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.fixture.Misbehaviour;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.zone.StackTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Stack traces of any size, and of exceptions that cannot be read. */
final class StackTraceTextTest {

  private static Optional<StackTrace> compressed(Throwable error) {
    return StackTraceText.compressed(ThrownChain.of(error));
  }

  private static String text(Throwable error) {
    String text = compressed(error).orElseThrow().text();
    assertTrue(text.length() <= QueueLimits.STACK_TRACE_TEXT_BYTES_MAX, text.length() + "");
    return text;
  }

  private static StackTraceElement frame(String method, int line) {
    return new StackTraceElement("mail.Sender", method, "Sender.java", line);
  }

  private static <T extends Throwable> T at(T error, StackTraceElement... frames) {
    error.setStackTrace(frames);
    return error;
  }

  @Test
  void theClassesWhoseFramesAreLeftOutExist() throws ClassNotFoundException {
    List<String> names = new ArrayList<>(ThrownChain.CALLERS);
    names.addAll(ThrownChain.BETWEEN);
    names.add(ThrownChain.EXECUTOR);
    for (String name : names) {
      assertEquals(name, Class.forName(name).getName());
    }
  }

  @Test
  void isWrittenAsTheJdkDoes() {
    Throwable cause = at(new RuntimeException("550"), frame("post", 7), frame("send", 8));
    Throwable error = at(new IllegalStateException(null, cause), frame("run", 3), frame("send", 8));
    assertEquals(
        """
        java.lang.IllegalStateException
        \tat mail.Sender.run(Sender.java:3)
        \tat mail.Sender.send(Sender.java:8)
        Caused by: java.lang.RuntimeException: 550
        \tat mail.Sender.post(Sender.java:7)
        \t... 1 more
        """,
        text(error));
  }

  @Test
  void ofAHundredThousandFramesTheInnermostAndOutermostAreShown() {
    StackTraceElement[] frames =
        IntStream.range(0, 100_000)
            .mapToObj(i -> frame("m" + i, i))
            .toArray(StackTraceElement[]::new);
    String text = text(at(new StackOverflowError(), frames));
    assertTrue(text.contains("m0(Sender.java:0)"), text);
    assertTrue(text.contains("m99999(Sender.java:99999)"), text);
    assertTrue(text.contains("\t... 99840 frames left out\n"), text);
  }

  @Test
  void ofAHundredCausesTheFirstAndTheLastAreShown() {
    Throwable error = at(new RuntimeException("cause 99"), frame("deepest", 1));
    for (int i = 98; i >= 0; i--) {
      error = at(new RuntimeException("cause " + i, error), frame("m" + i, i + 2));
    }
    String text = text(error);
    assertTrue(text.startsWith("java.lang.RuntimeException: cause 0\n"), text);
    assertTrue(text.contains("... 92 causes left out\n"), text);
    assertTrue(text.contains("cause 99\n\tat mail.Sender.deepest(Sender.java:1)"), text);
  }

  @Test
  void whatIsHardToCompressIsCutUntilItFits() {
    Random random = new Random(3);
    Throwable error = at(new RuntimeException(noise(random, 100_000)), noisyFrames(random));
    for (int i = 0; i < 20; i++) {
      error = at(new RuntimeException(noise(random, 10_000), error), noisyFrames(random));
    }
    assertTrue(compressed(error).isPresent());
  }

  private static StackTraceElement[] noisyFrames(Random random) {
    return IntStream.range(0, 500)
        .mapToObj(i -> new StackTraceElement(noise(random, 200), noise(random, 200), "S.java", i))
        .toArray(StackTraceElement[]::new);
  }

  /** Also of halves of characters. */
  private static String noise(Random random, int length) {
    StringBuilder noise = new StringBuilder();
    for (int i = 0; i < length; i++) {
      noise.append((char) (1 + random.nextInt(0xfffe)));
    }
    return noise.toString();
  }

  @Test
  void causesInACircleAreEachToldOnce() {
    RuntimeException one = at(new RuntimeException("one"), frame("one", 1));
    RuntimeException two = at(new RuntimeException("two", one), frame("two", 2));
    one.initCause(two);
    assertEquals(
        """
        java.lang.RuntimeException: two
        \tat mail.Sender.two(Sender.java:2)
        Caused by: java.lang.RuntimeException: one
        \tat mail.Sender.one(Sender.java:1)
        """,
        text(two));
  }

  @Test
  void exceptionsThatCannotBeReadHaveNone() {
    assertTrue(compressed(new Misbehaviour.Unprintable()).isEmpty());
    assertTrue(compressed(new Nulls()).isEmpty());
    assertTrue(compressed(at(new RuntimeException("without frames"))).isEmpty());
  }

  @Test
  void aCauseThatCannotBeReadIsNamed() {
    String text = text(at(new RuntimeException("outer", new Nulls()), frame("run", 1)));
    assertTrue(
        text.endsWith("Caused by: " + Nulls.class.getName() + " (described as null)\n"), text);
  }

  @Test
  void theConsumersOwnFramesAreLeftOut() {
    Throwable error =
        at(
            new RuntimeException("no"),
            frame("post", 1),
            new StackTraceElement("dev.tenure.consumer.ItemHandler", "lambda", "", 1),
            new StackTraceElement("dev.tenure.consumer.Registration", "lambda", "", 1),
            new StackTraceElement("dev.tenure.consumer.run.AttemptRunner", "called", "", 1),
            frame("pool", 2));
    String text = text(error);
    assertTrue(text.endsWith("\tat mail.Sender.post(Sender.java:1)\n"), text);
    assertFalse(text.contains("pool"), text);
  }

  @Test
  void howAThreadCameToRunACallbackIsLeftOut() {
    Throwable error =
        at(
            new RuntimeException("no"),
            frame("post", 1),
            new StackTraceElement("java.util.concurrent.CompletableFuture", "postFire", "", 1),
            frame("complete", 2),
            new StackTraceElement("java.util.concurrent.CompletableFuture$AsyncRun", "run", "", 1),
            new StackTraceElement("java.util.concurrent.ThreadPoolExecutor", "runWorker", "", 1),
            new StackTraceElement("java.lang.Thread", "run", "", 1));
    String text = text(error);
    assertTrue(text.contains("mail.Sender.complete"), text);
    assertTrue(text.contains("AsyncRun.run"), text);
    assertFalse(text.contains("runWorker"), text);
  }

  /** Gives null for everything. */
  @SuppressWarnings({"NullAway", "ToStringReturnsNull"}) // what an exception must not do
  private static final class Nulls extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable String getMessage() {
      return null;
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      return null;
    }

    @Override
    public String toString() {
      return null;
    }
  }
}
