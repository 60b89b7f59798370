package dev.tenure.examples.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.QueueLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MoveCommandTest {
  /** As long as the name of a cluster may be. */
  private static final String B = "b".repeat(QueueLimits.APPLICATION_BYTES_MAX);

  private final DirectoryServer server = new DirectoryServer();

  @AfterAll
  void close() {
    server.close();
  }

  private String move(int code, String... arguments) {
    return server.run(MoveCommand::execute, code, arguments);
  }

  @Test
  void movesATenantAndWaitsForTheEnd() {
    server.create("alice");
    String source = server.cluster("alice");
    String target = source.equals("a") ? "b" : "a";
    String told = move(0, "notes/alice", "--to", target, "--reason", "full");
    assertThat(told)
        .contains("notes/alice from " + source + " to " + target + ": COMPLETED", "refused for");
    assertThat(server.cluster("alice")).isEqualTo(target);
    assertThat(move(0, "notes/alice", "--show")).contains("COMPLETED");
    assertThat(move(0, "--list")).contains("0 moves");
    assertThat(move(0, "--list", "--ended")).contains("1 move", "notes/alice");
    assertThat(move(1, "notes/alice", "--to", target)).contains("already");
    assertThat(move(1, "notes/alice", "--pause")).contains("has ended as COMPLETED");
    server.create("carol");
    assertThat(move(1, "notes/carol", "--pause")).contains("no move of tenant notes/carol");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(move(2)).contains("--to");
    assertThat(move(2, "--show")).contains("the tenant is missing");
    assertThat(move(2, "alice", "--show")).contains("expected is APPLICATION/USER");
    assertThat(move(1, "notes/nobody", "--to", "b")).contains("has no entry in the directory");
    assertThat(move(2, "notes/alice", "--pause", "--revert")).contains("mutually exclusive");
  }

  private static String rebalance(DirectoryServer own, int code, String... arguments) {
    return own.run(RebalanceCommand::execute, code, arguments);
  }

  @Test
  void movesAllTenantsAndVerifiesThat(@TempDir Path folder) throws IOException {
    try (DirectoryServer own = new DirectoryServer(B)) {
      for (int i = 0; i < 6; i++) {
        own.create("t" + i);
      }
      assertThat(own.run(MoveCommand::execute, 0, "--all", "--to", B, "--reason", "growth"))
          .contains(
              "all-to-" + B + "-1: ", "verified: 0 tenants are elsewhere", "finds 0 differences");
      for (int i = 0; i < 6; i++) {
        assertThat(own.cluster("t" + i)).isEqualTo(B);
      }
      assertThat(own.run(MoveCommand::execute, 0, "--all", "--to", B)).startsWith("verified: 0");
      assertThat(own.run(MoveCommand::execute, 1, "--all", "--to", "nowhere")).contains("nowhere");

      assertThat(rebalance(own, 0, "--drain", B, "--most", "2"))
          .contains("from " + B, "2 moves, and more would be needed", "nothing was changed");
      assertThat(rebalance(own, 0, "--list")).contains("all-to-" + B + "-1: all to " + B);
      assertThat(rebalance(own, 0, "--drain", B, "--start", "d", "--reason", "r"))
          .contains("d: drain " + B + ", 6 moves");
      assertThat(rebalance(own, 0, "--follow", "d")).contains("d: 6 of 6 moves completed");
      assertThat(rebalance(own, 0, "--undo", "d")).contains("undo-d: undo d, 6 moves");
      assertThat(rebalance(own, 0, "--follow", "undo-d")).contains("6 of 6 moves completed");
      assertThat(rebalance(own, 0, "--forget", "d")).contains("forget d");
      assertThat(rebalance(own, 1, "--show", "d")).contains("there is no plan d");
      assertThat(rebalance(own, 0, "--by-size")).contains("MB, then", "nothing was changed");
      assertThat(rebalance(own, 1, "--by-load")).contains("loads is missing");
      Path loads = folder.resolve("loads.tsv");
      Files.writeString(loads, "notes\tt0\t40\n\nnotes\tt1\t30\nnotes\tt1\t10\n");
      assertThat(rebalance(own, 0, "--by-load", "--loads", loads.toString()))
          .contains("40 items", "1 move;");
      assertThat(rebalance(own, 2, "--by-size", "--loads", loads.toString()))
          .contains("--by-load alone");
      Files.writeString(loads, "notes\tt0\t40\nnotes t1 30\n");
      assertThat(rebalance(own, 2, "--by-load", "--loads", loads.toString()))
          .contains("line 2, is \"notes t1 30\"");
      assertThat(rebalance(own, 2)).contains("--drain");
    }
  }
}
