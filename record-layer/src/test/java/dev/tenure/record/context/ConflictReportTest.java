package dev.tenure.record.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ConflictReportTest {
  private static final ContextOptions REPORTED =
      ContextOptions.defaults().withReportConflictingKeys(true);

  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  private static byte[] key(int number) {
    return new byte[] {'k', (byte) number};
  }

  /** The conflict of a transaction that has read single keys, of which others were changed. */
  private RecordLayerException conflict(ContextOptions options, int keys, int changed) {
    try (RecordContext context = test.database.openContext(options)) {
      for (int i = 0; i < keys; i++) {
        context.fence(key(2 * i));
      }
      context.join(context.readVersion());
      test.<Integer>run(
          other -> {
            for (int i = 0; i < changed; i++) {
              other.set(key(2 * i), key(0));
            }
            return CompletableFuture.completedFuture(0);
          });
      context.set(new byte[] {'x'}, key(0));
      return assertThrows(RecordLayerException.class, () -> context.join(context.commit()));
    }
  }

  @Test
  void keysThatWereChangedAreNamed() {
    RecordLayerException conflict = conflict(REPORTED, 3, 2);

    assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, conflict.code());
    assertEquals(
        List.of("[k\\x00, k\\x00\\x00)", "[k\\x02, k\\x02\\x00)"), conflict.conflictingKeys());
    assertTrue(
        String.valueOf(conflict.getMessage())
            .endsWith("; conflicting keys: [k\\x00, k\\x00\\x00), [k\\x02, k\\x02\\x00)"));
  }

  @Test
  void nothingIsNamedUnlessAskedFor() {
    assertEquals(List.of(), conflict(ContextOptions.defaults(), 3, 2).conflictingKeys());
  }

  @Test
  void reportIsBounded() {
    List<String> keys = conflict(REPORTED, 60, 60).conflictingKeys();

    assertEquals(17, keys.size());
    assertEquals("and more", keys.get(16));
  }

  @Test
  void longKeysAreCut() {
    byte[] longKey = new byte[10_000];
    try (RecordContext context = test.database.openContext(REPORTED)) {
      context.fence(new Range(longKey, new byte[] {1}));
      context.join(context.readVersion());
      test.<Integer>run(
          other -> {
            other.set(longKey, longKey);
            return CompletableFuture.completedFuture(0);
          });
      context.set(key(1), key(1));
      RecordLayerException conflict =
          assertThrows(RecordLayerException.class, () -> context.join(context.commit()));
      assertTrue(String.valueOf(conflict.getMessage()).length() < 1_000);
      assertEquals("[" + "\\x00".repeat(64) + "..., \\x01)", conflict.conflictingKeys().get(0));
    }
  }

  @Test
  void runsErrorKeepsTheKeys() {
    RecordLayerException conflict =
        assertThrows(
            RecordLayerException.class,
            () ->
                test.database.join(
                    test.database.run(
                        RunOptions.defaults().withAttemptsMax(1).withContext(REPORTED),
                        context ->
                            context
                                .get(key(0), false)
                                .thenAccept(
                                    seen -> {
                                      test.<Integer>run(
                                          other -> {
                                            other.set(key(0), key(1));
                                            return CompletableFuture.completedFuture(0);
                                          });
                                      context.set(key(9), key(9));
                                    }))));

    assertEquals(List.of("[k\\x00, k\\x00\\x00)"), conflict.conflictingKeys());
    assertTrue(String.valueOf(conflict.getMessage()).startsWith("run, attempt 1 of 1: "));
  }
}
