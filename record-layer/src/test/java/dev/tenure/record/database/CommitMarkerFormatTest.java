package dev.tenure.record.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.HexRows;
import dev.tenure.record.TestDatabase;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The keys and values of commit markers, as docs/formats/record-layer.md has them. */
final class CommitMarkerFormatTest {
  private final TestDatabase test = new TestDatabase();
  private final Subspace subspace = new Subspace(new byte[] {'S'});

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void markersOfAProcess() {
    RecordDatabase withMarkers =
        test.builder()
            .random(() -> 0x0102030405060708L)
            .commitMarkers(CommitMarkerOptions.of(subspace, "p"))
            .build();
    withMarkers.join(withMarkers.heartbeat());
    withMarkers.join(
        withMarkers.run(
            context -> {
              context.set(new byte[] {'x'}, new byte[0]);
              return CompletableFuture.completedFuture(null);
            }));
    CommitMarkers markers = new CommitMarkers(CommitMarkerOptions.of(subspace, "q"), 9);
    CommitMarker marker = test.database.join(markers.take());
    test.run(context -> markers.settle(context, marker));

    assertEquals(
        HexRows.squeezed(
            "53 027000 14 = 0000019b76daa800",
            "53 027000 1501 14 = 0102030405060708 0000000000000001",
            "53 027100 1502 14 = "),
        HexRows.rows(test, subspace));
  }
}
