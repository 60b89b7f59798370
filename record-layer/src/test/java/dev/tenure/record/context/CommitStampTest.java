package dev.tenure.record.context;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.MutationType;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.error.RecordLayerException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CommitStampTest {
  private static final byte[] KEY = {'k'};

  private final TestDatabase test = new TestDatabase();
  private final RecordContext context = test.database.openContext();

  @AfterEach
  void close() {
    context.close();
    test.close();
  }

  @Test
  void localVersionsCountUpFromZeroToTheirLimit() {
    for (int expected = 0; expected < 65_536; expected++) {
      assertEquals(expected, context.nextLocalVersion());
    }
    RecordLayerException over = assertThrows(RecordLayerException.class, context::nextLocalVersion);
    assertEquals(RecordLayerException.Code.TRANSACTION_TOO_LARGE, over.code());
    assertTrue(String.valueOf(over.getMessage()).contains("the limit is 65536"));
  }

  @Test
  void versionstampIsThatOfTheCommit() {
    CompletableFuture<byte[]> stamp = context.versionstamp();
    context.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, KEY, new byte[14]);
    assertFalse(stamp.isDone());

    context.join(context.commit());

    assertTrue(stamp.isDone());
    byte[] stored = test.run(other -> other.get(KEY, false));
    assertArrayEquals(stored, stamp.join());
    assertEquals(context.committedVersion(), ByteBuffer.wrap(stored).getLong());
    assertArrayEquals(stored, context.versionstamp().join(), "asked for again after the commit");
    stamp.join()[0] = 99;
    assertArrayEquals(stored, context.versionstamp().join(), "a copy for everybody");
  }

  @Test
  void versionstampMayBeAskedForByACommitCheck() {
    CompletableFuture<byte[]> stamp = new CompletableFuture<>();
    context.set(KEY, KEY);
    context.addCommitCheck(
        () -> {
          var unused = context.versionstamp().thenAccept(stamp::complete);
          return CompletableFuture.completedFuture(null);
        });
    context.join(context.commit());

    assertEquals(10, stamp.join().length);
  }

  @Test
  void versionstampFailsWhenNothingIsWritten() {
    CompletableFuture<byte[]> stamp = context.versionstamp();
    context.join(context.commit());

    RecordLayerException none = assertThrows(RecordLayerException.class, () -> context.join(stamp));
    assertEquals(2021, none.fdbCode().orElseThrow());
  }

  @Test
  void versionstampFailsAsTheCommitDoes() {
    context.set(KEY, KEY);
    CompletableFuture<byte[]> stamp = context.versionstamp();
    context.addCommitCheck(() -> CompletableFuture.failedFuture(new ArithmeticException("no")));
    assertThrows(ArithmeticException.class, () -> context.join(context.commit()));
    context.close();

    assertThrows(ArithmeticException.class, () -> context.join(stamp));
  }

  @Test
  void versionstampOfAContextThatIsClosedUncommittedFails() {
    CompletableFuture<byte[]> stamp = context.versionstamp();
    context.close();

    assertThrows(IllegalStateException.class, () -> context.join(stamp));
  }

  @Test
  void versionstampIsNotAskedForFirstAfterTheCommit() {
    context.set(KEY, KEY);
    context.join(context.commit());

    assertThrows(IllegalStateException.class, context::versionstamp);
    assertThrows(IllegalStateException.class, context::nextLocalVersion);
  }
}
