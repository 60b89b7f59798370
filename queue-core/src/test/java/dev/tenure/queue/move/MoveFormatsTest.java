package dev.tenure.queue.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.proto.StoredMoveRequest;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Requests of moves as they are stored, and what becomes of other bytes. */
final class MoveFormatsTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final Subspace SPACE = new Subspace(Tuple.from("requests"));
  private static final MoveRequest OPEN =
      MoveRequest.open(
          AHAB, "east", "west", MoveReason.of("ishmael", "full"), Instant.ofEpochMilli(7));

  @Test
  void everyStateComesBack() {
    for (MoveRequest.State state : MoveRequest.State.values()) {
      MoveRequest request = OPEN.withState(state).withProblem("no");
      assertEquals(request, MoveRequest.of(AHAB, request.toStored()));
    }
    MoveRequest completed =
        OPEN.completed(
            Instant.ofEpochMilli(9),
            new TenantMoveReport(
                TenantMoveReport.Outcome.COMPLETED, 3, 4, 5, Duration.ofMillis(6), 1));
    assertEquals(completed, MoveRequest.of(AHAB, completed.toStored()));
  }

  @Test
  void unknownStateIsTold() {
    StoredMoveRequest stored = OPEN.toStored().toBuilder().setStateValue(9).build();
    QueueException error = assertThrows(QueueException.class, () -> MoveRequest.of(AHAB, stored));
    assertEquals(Code.FORMAT_UNKNOWN, error.code());
    assertTrue(String.valueOf(error.getMessage()).contains("state 9"), error.toString());
  }

  @Test
  void otherBytesAreReadOrTold() {
    Random random = new Random(1);
    int told = 0;
    try (TestCluster test = TestCluster.start()) {
      for (int i = 0; i < 200; i++) {
        byte[] bytes = OPEN.toStored().toByteArray();
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        byte[] cut = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
        CompletableFuture<Optional<MoveRequest>> read =
            test.database.run(
                context -> {
                  context.set(SPACE.pack(Tuple.from(0, AHAB.application(), AHAB.user())), cut);
                  return new MoveRequestRows(context, SPACE).open(AHAB);
                });
        Throwable error = read.handle((found, thrown) -> thrown).join();
        if (error != null) {
          assertTrue(FdbErrorPredicates.unwrap(error) instanceof QueueException, error.toString());
          told++;
        }
      }
    }
    assertTrue(told > 20, "told: " + told);
  }

  @Test
  void textsHaveLimits() {
    assertThrows(
        IllegalArgumentException.class,
        () -> MoveRequest.open(AHAB, "a", "b", MoveReason.of("x".repeat(201), ""), Instant.EPOCH));
    assertThrows(
        IllegalArgumentException.class,
        () -> MoveRequest.open(AHAB, "a", "b", MoveReason.of("", "x".repeat(501)), Instant.EPOCH));
    assertEquals(500, OPEN.withProblem("x".repeat(600)).problem().length());
  }
}
