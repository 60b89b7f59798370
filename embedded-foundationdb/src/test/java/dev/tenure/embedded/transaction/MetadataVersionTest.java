package dev.tenure.embedded.transaction;

import static dev.tenure.embedded.ManualEngine.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The metadata version is the one system key that needs no option, and only takes stamps. */
class MetadataVersionTest {
  private static final byte[] KEY = bytes("\u00ff/metadataVersion");
  private static final byte[] OPERAND = new byte[14];

  private final ManualEngine engine = ManualEngine.memory();

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void takesTheVersionstampOfTheCommitThatBumpsIt() {
    Transaction transaction = engine.begin();
    transaction.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, KEY, OPERAND);
    CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
    engine.now(transaction.commit());
    transaction.close();
    try (Transaction reader = engine.begin()) {
      assertArrayEquals(engine.now(stamp), engine.now(reader.get(KEY)));
    }
  }

  @Test
  void conflictsWithATransactionThatReadIt() {
    Transaction reader = engine.begin();
    assertEquals(null, engine.now(reader.get(KEY)));
    engine.write(tr -> tr.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, KEY, OPERAND));
    reader.set(bytes("k"), bytes("v"));
    assertEquals(1020, engine.failure(reader.commit()));
    reader.close();
  }

  @Test
  void isNotWrittenInAnyOtherWay() {
    Transaction set = engine.begin();
    set.set(KEY, bytes("v"));
    assertEquals(2000, engine.failure(set.commit()));
    set.close();
    Transaction other = engine.begin();
    other.mutate(MutationType.SET_VERSIONSTAMPED_VALUE, KEY, new byte[15]);
    assertEquals(2000, engine.failure(other.commit()));
    other.close();
  }
}
