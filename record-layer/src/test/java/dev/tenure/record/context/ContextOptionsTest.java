package dev.tenure.record.context;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.OptionConsumer;
import com.apple.foundationdb.TransactionOptions;
import dev.tenure.record.Proxies;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.ContextOptions.Priority;
import dev.tenure.record.context.ContextOptions.ReadPriority;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class ContextOptionsTest {
  private static final byte[] KEY = {'k'};
  private static final ContextOptions DEFAULTS = ContextOptions.defaults();

  private final TestDatabase test = new TestDatabase();
  private final List<String> set = new ArrayList<>();
  private final RecordDatabase database = test.builder(noting(test.engine)).build();

  @AfterEach
  void close() {
    test.close();
  }

  /** Notes every option, and hands it on to the engine. */
  private Database noting(Database engine) {
    return Proxies.transactions(
        engine,
        (made, method, usual) -> {
          Object result = usual.call();
          return result instanceof TransactionOptions options
              ? new TransactionOptions(noting(options.getOptionConsumer()))
              : result;
        });
  }

  private OptionConsumer noting(OptionConsumer engine) {
    return (code, value) -> {
      engine.setOption(code, value);
      set.add(code + shown(code, value));
    };
  }

  private static String shown(int code, byte @Nullable [] value) {
    if (value == null) {
      return "";
    }
    return code >= 500 && code < 600
        ? "=" + ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong()
        : "=" + new String(value, StandardCharsets.UTF_8);
  }

  /** The options of a transaction that writes, reads and commits. */
  private List<String> optionsOf(ContextOptions options) {
    set.clear();
    try (RecordContext context = database.openContext(options)) {
      context.join(context.get(KEY, true));
      context.set(KEY, KEY);
      context.join(context.commit());
    }
    return List.copyOf(set);
  }

  @Test
  void defaultsSetNothing() {
    assertEquals(List.of(), optionsOf(DEFAULTS));
  }

  @Test
  void everyOptionIsSetByItsNumberAndTakenByTheEngine() {
    assertEquals(List.of("200"), optionsOf(DEFAULTS.withPriority(Priority.IMMEDIATE)));
    assertEquals(List.of("201"), optionsOf(DEFAULTS.withPriority(Priority.BATCH)));
    assertEquals(List.of("510"), optionsOf(DEFAULTS.withReadPriority(ReadPriority.LOW)));
    assertEquals(List.of("511"), optionsOf(DEFAULTS.withReadPriority(ReadPriority.HIGH)));
    assertEquals(List.of("800=a", "800=b"), optionsOf(DEFAULTS.withTag("a").withTag("b")));
    assertEquals(List.of("801=c"), optionsOf(DEFAULTS.withAutoThrottleTag("c")));
    assertEquals(List.of("20"), optionsOf(DEFAULTS.withCausalReadRisky(true)));
    assertEquals(List.of("120"), optionsOf(DEFAULTS.withDurabilityRisky(true)));
    assertEquals(
        List.of("500=1001"), optionsOf(DEFAULTS.withTimeout(Duration.ofNanos(1_000_000_001))));
    assertEquals(List.of("503=1000"), optionsOf(DEFAULTS.withSizeLimit(1000)));
    assertEquals(List.of("712"), optionsOf(DEFAULTS.withReportConflictingKeys(true)));
    assertEquals(List.of("601"), optionsOf(DEFAULTS.withSnapshotReadsOwnWrites(false)));
    assertEquals(List.of("403=id"), optionsOf(DEFAULTS.withDebugIdentifier("id")));
    assertEquals(
        List.of("403=id", "404", "406"),
        optionsOf(DEFAULTS.withDebugIdentifier("id").withClientLog(true).withServerTrace(true)));
  }

  @Test
  void optionsAreSetForEveryAttempt() {
    set.clear();
    database.join(
        database.run(
            RunOptions.defaults()
                .withDelays(Duration.ZERO, Duration.ZERO)
                .withContext(DEFAULTS.withTag("t")),
            context ->
                context.attempt() == 0
                    ? CompletableFuture.failedFuture(new FDBException("again", 1009))
                    : CompletableFuture.completedFuture(null)));

    assertEquals(List.of("800=t", "800=t"), set);
  }

  @Test
  void snapshotReadsWithoutOwnWritesSeeTheDatabaseAsItWas() {
    ContextOptions options = DEFAULTS.withSnapshotReadsOwnWrites(false);
    try (RecordContext context = database.openContext(options)) {
      context.set(KEY, KEY);
      byte[] snapshot = context.join(context.get(KEY, true));
      assertNull(snapshot);
      byte[] own = context.join(context.get(KEY, false));
      assertArrayEquals(KEY, own);
    }
  }

  @Test
  void commitOverTheSizeLimitIsRefused() {
    try (RecordContext context = database.openContext(DEFAULTS.withSizeLimit(100))) {
      context.set(KEY, new byte[200]);
      assertTrue(context.join(context.approximateSize()) > 200);
      RecordLayerException tooLarge =
          assertThrows(RecordLayerException.class, () -> context.join(context.commit()));
      assertEquals(RecordLayerException.Code.TRANSACTION_TOO_LARGE, tooLarge.code());
    }
  }

  @Test
  void tagsOverTheLimitsAreRefused() {
    ContextOptions five =
        DEFAULTS.withTag("1").withTag("2").withTag("3").withAutoThrottleTag("4").withTag("5");
    assertEquals(5, optionsOf(five.withAutoThrottleTag("5")).size(), "a tag of both kinds is one");
    assertRefused("6 tags, the limit is 5", () -> five.withTag("6"));
    assertRefused("6 tags, the limit is 5", () -> five.withAutoThrottleTag("6"));
    assertEquals(five, five.withTag("1"));
    assertEquals(List.of("800=" + "t".repeat(16)), optionsOf(DEFAULTS.withTag("t".repeat(16))));
    assertRefused("is 17 bytes, expected 1 to 16", () -> DEFAULTS.withTag("t".repeat(17)));
    assertRefused("is 18 bytes, expected 1 to 16", () -> DEFAULTS.withTag("é".repeat(9)));
    assertRefused("is 0 bytes, expected 1 to 16", () -> DEFAULTS.withAutoThrottleTag(""));
  }

  @Test
  void valuesBeyondTheirLimitsAreRefused() {
    assertRefused("timeout is PT0S", () -> DEFAULTS.withTimeout(Duration.ZERO));
    assertRefused("timeout is PT-1S", () -> DEFAULTS.withTimeout(Duration.ofSeconds(-1)));
    assertRefused("expected PT0.001S to PT24H", () -> DEFAULTS.withTimeout(Duration.ofDays(2)));
    assertRefused("sizeLimit is 31", () -> DEFAULTS.withSizeLimit(31));
    assertRefused("sizeLimit is 10000001", () -> DEFAULTS.withSizeLimit(10_000_001));
    assertRefused("staleness is PT48H", () -> DEFAULTS.withStaleness(Duration.ofDays(2)));
    assertRefused("versionMin is -1", () -> DEFAULTS.withVersionMin(-1));
    assertRefused("0 bytes, expected 1 to 100", () -> DEFAULTS.withDebugIdentifier(""));
    assertRefused("101 bytes", () -> DEFAULTS.withDebugIdentifier("i".repeat(101)));
    assertRefused("needs a debug identifier", () -> DEFAULTS.withClientLog(true));
    assertRefused("needs a debug identifier", () -> DEFAULTS.withServerTrace(true));
    assertRefused(
        "timeMax is PT-1S", () -> RunOptions.defaults().withTimeMax(Duration.ofSeconds(-1)));
    assertRefused("attemptsMax is 0", () -> RunOptions.defaults().withAttemptsMax(0));
  }

  private static void assertRefused(String part, Executable change) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, change).getMessage());
    assertTrue(message.contains(part), message);
  }

  @Test
  void optionsAreValues() {
    ContextOptions options = DEFAULTS.withTag("a").withTimeout(Duration.ofSeconds(1));
    assertEquals(options, DEFAULTS.withTimeout(Duration.ofSeconds(1)).withTag("a"));
    assertEquals(
        options.hashCode(), DEFAULTS.withTimeout(Duration.ofSeconds(1)).withTag("a").hashCode());
    assertNotEquals(options, DEFAULTS.withTag("a"));
    assertTrue(options.toString().contains("PT1S"));
  }
}
