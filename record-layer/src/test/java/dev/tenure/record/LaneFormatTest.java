package dev.tenure.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.subspace.Subspace;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The keys and values of commit lanes, as docs/formats/record-layer.md has them. */
final class LaneFormatTest {
  private final TestDatabase test = new TestDatabase();
  private final Subspace subspace = new Subspace(new byte[] {'S'});

  @AfterEach
  void close() {
    test.close();
  }

  private List<String> rows(Subspace of) {
    return test.run(
        context ->
            context
                .transaction()
                .getRange(of.range())
                .asList()
                .thenApply(
                    rows ->
                        rows.stream()
                            .map(row -> hex(row.getKey()) + " = " + hex(row.getValue()))
                            .toList()));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static List<String> squeezed(String... rows) {
    List<String> squeezed = new ArrayList<>();
    for (String row : rows) {
      String[] sides = row.split("=", -1);
      squeezed.add(sides[0].replace(" ", "") + " = " + sides[1].replace(" ", ""));
    }
    return squeezed;
  }

  @Test
  void lanesOfAProcess() {
    RecordDatabase laned =
        test.builder()
            .random(() -> 0x0102030405060708L)
            .lanes(LaneOptions.of(subspace, "p"))
            .build();
    laned.join(laned.heartbeat());
    laned.join(
        laned.run(
            context -> {
              context.set(new byte[] {'x'}, new byte[0]);
              return CompletableFuture.completedFuture(null);
            }));
    CommitLanes lanes = new CommitLanes(LaneOptions.of(subspace, "q"), 9);
    CommitLane lane = test.database.join(lanes.take());
    test.run(context -> lanes.settle(context, lane));

    assertEquals(
        squeezed(
            "53 027000 14 = 0000019b76daa800",
            "53 027000 1501 14 = 0102030405060708 0000000000000001",
            "53 027100 1502 14 = "),
        rows(subspace));
  }
}
