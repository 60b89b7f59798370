package dev.tenure.record.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ReadVersionTest {
  private static final byte[] KEY = {'k'};
  private static final RunOptions WEAK =
      RunOptions.defaults()
          .withDelays(Duration.ofNanos(1), Duration.ofNanos(1))
          .withContext(ContextOptions.defaults().withStaleness(Duration.ofSeconds(2)));

  private final TestDatabase test = new TestDatabase();
  private final RecordDatabase other = test.builder().build();

  @AfterEach
  void close() {
    test.close();
  }

  private long write(RecordDatabase database) {
    List<RecordContext> contexts = new ArrayList<>();
    database.join(
        database.run(
            context -> {
              contexts.add(context);
              context.set(KEY, new byte[0]);
              return CompletableFuture.completedFuture(null);
            }));
    return contexts.get(0).committedVersion();
  }

  private long weakVersion() {
    return test.database.join(test.database.run(WEAK, RecordContext::readVersion));
  }

  @Test
  void weakReaderUsesAKnownVersionUntilItIsTooOld() {
    long known = weakVersion();
    write(other);

    assertEquals(known, weakVersion());
    test.clock.advance(Duration.ofSeconds(2));
    assertEquals(known, weakVersion());
    test.clock.advance(Duration.ofNanos(1));
    assertTrue(weakVersion() > known);
  }

  @Test
  void weakReaderSeesTheCommitsOfItsOwnProcess() {
    weakVersion();
    long committed = write(test.database);

    assertEquals(committed, weakVersion());
  }

  @Test
  void retryAsksForAFreshVersion() {
    long known = weakVersion();
    long newer = write(other);
    List<Long> versions = new ArrayList<>();

    test.database.join(
        test.database.run(
            WEAK,
            context ->
                context
                    .readVersion()
                    .thenAccept(
                        version -> {
                          versions.add(version);
                          if (context.attempt() == 0) {
                            throw new FDBException("conflict", 1020);
                          }
                        })));

    assertEquals(known, versions.get(0));
    assertTrue(versions.get(1) >= newer);
  }

  @Test
  void givenVersionAndStalenessTakeEachOtherBack() {
    ContextOptions stale = ContextOptions.defaults().withStaleness(Duration.ofSeconds(1));
    assertEquals(Duration.ZERO, stale.withReadVersion(1).staleness());
    assertEquals(
        OptionalLong.empty(),
        stale.withReadVersion(1).withStaleness(Duration.ofSeconds(1)).readVersion());
    assertThrows(
        IllegalArgumentException.class,
        () -> ContextOptions.defaults().withStaleness(Duration.ofMillis(-1)));
    assertThrows(
        IllegalArgumentException.class, () -> ContextOptions.defaults().withReadVersion(0));
  }

  @Test
  void knownVersionBelowTheLeastIsNotUsed() {
    long known = weakVersion();
    long newer = write(other);
    RunOptions least =
        WEAK.withContext(WEAK.context().withVersionMin(newer).withCausalReadRisky(true));

    assertTrue(test.database.join(test.database.run(least, RecordContext::readVersion)) >= newer);
    assertTrue(weakVersion() >= newer, "what was asked for is known from then on");
    assertTrue(newer > known);
  }

  @Test
  void knownVersionThatIsTooOldToReadAtIsNotGivenOutAgain() {
    long known = weakVersion();
    List<Long> versions = new ArrayList<>();

    test.database.join(
        test.database.run(
            WEAK,
            context ->
                context
                    .readVersion()
                    .thenAccept(
                        version -> {
                          versions.add(version);
                          if (context.attempt() == 0) {
                            write(other);
                            throw new FDBException("too old", 1007);
                          }
                        })));
    assertEquals(known, versions.get(0));
    assertTrue(versions.get(1) > known);
    assertEquals(versions.get(1), weakVersion(), "the version the retry asked for");
  }

  @Test
  void runAtAGivenVersionEndsOnceThatIsTooOld() {
    long version = weakVersion();
    List<Integer> attempts = new ArrayList<>();

    RecordLayerException tooOld =
        assertThrows(
            RecordLayerException.class,
            () ->
                test.database.join(
                    test.database.run(
                        WEAK.withContext(ContextOptions.defaults().withReadVersion(version)),
                        context -> {
                          attempts.add(context.attempt());
                          return CompletableFuture.failedFuture(new FDBException("old", 1007));
                        })));

    assertEquals(List.of(0), attempts);
    assertEquals(RecordLayerException.Code.TRANSACTION_TOO_OLD, tooOld.code());
  }
}
