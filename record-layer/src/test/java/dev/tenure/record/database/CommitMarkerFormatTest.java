package dev.tenure.record.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.HexRows;
import dev.tenure.record.TestDatabase;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The keys and values of commit lanes, as docs/formats/record-layer.md has them. */
final class CommitMarkerFormatTest {
  private final TestDatabase test = new TestDatabase();
  private final Subspace subspace = new Subspace(new byte[] {'S'});

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void lanesOfAProcess() {
    RecordDatabase laned =
        test.builder()
            .random(() -> 0x0102030405060708L)
            .lanes(CommitMarkerOptions.of(subspace, "p"))
            .build();
    laned.join(laned.heartbeat());
    laned.join(
        laned.run(
            context -> {
              context.set(new byte[] {'x'}, new byte[0]);
              return CompletableFuture.completedFuture(null);
            }));
    CommitMarkers lanes = new CommitMarkers(CommitMarkerOptions.of(subspace, "q"), 9);
    CommitMarker lane = test.database.join(lanes.take());
    test.run(context -> lanes.settle(context, lane));

    assertEquals(
        HexRows.squeezed(
            "53 027000 14 = 0000019b76daa800",
            "53 027000 1501 14 = 0102030405060708 0000000000000001",
            "53 027100 1502 14 = "),
        HexRows.rows(test, subspace));
  }
}
