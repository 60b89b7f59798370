package dev.tenure.spring.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import dev.tenure.spring.ClusterUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClusterOpenerTest {
  private static final byte[] KEY = "k".getBytes(UTF_8);
  private static final byte[] VALUE = "v".getBytes(UTF_8);

  @TempDir Path directory;

  @Test
  void opensAnEmptyDatabaseForEachMemoryUrl() {
    try (Database first = ClusterOpener.open("memory:a");
        Database second = ClusterOpener.open("memory:a")) {
      write(first);
      assertThat(read(first)).isEqualTo(VALUE);
      assertThat(read(second)).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory:a", "embedded:"})
  void tellsOfCommitsOnTheExecutorGiven(String scheme) throws InterruptedException {
    String url = scheme.equals("embedded:") ? scheme + directory.resolve("a") : scheme;
    LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    try (Database database = ClusterOpener.open(ClusterUrl.parse(url), tasks::add);
        Transaction transaction = database.createTransaction()) {
      transaction.set(KEY, VALUE);
      CompletableFuture<Void> commit = transaction.commit();

      Runnable told = tasks.poll(3, TimeUnit.MINUTES);

      assertThat(told).isNotNull();
      assertThat(commit).isNotDone();
      told.run();
      assertThat(commit).isCompleted();
      assertThat(read(database)).isEqualTo(VALUE);
    }
  }

  @Test
  void keepsWhatWasWrittenToADirectory() {
    String url = "embedded:" + directory.resolve("a");
    try (Database first = ClusterOpener.open(url)) {
      write(first);
    }
    try (Database second = ClusterOpener.open(url)) {
      assertThat(read(second)).isEqualTo(VALUE);
    }
  }

  @Test
  void refusesADirectoryThatIsHeldAndLeavesItUsable() {
    String url = "embedded:" + directory.resolve("a");
    try (Database first = ClusterOpener.open(url)) {
      assertThatExceptionOfType(ClusterUnavailableException.class)
          .isThrownBy(() -> ClusterOpener.open(url))
          .withMessageContaining(url)
          .withMessageNotContaining("\n");
      write(first);
      assertThat(read(first)).isEqualTo(VALUE);
    }
  }

  @Test
  void saysThatAClusterFileIsNotThere() {
    Path file = directory.resolve("fdb.cluster");
    assertThatExceptionOfType(ClusterUnavailableException.class)
        .isThrownBy(() -> ClusterOpener.open("fdb:" + file))
        .withMessage(
            "cluster fdb:%1$s cannot be opened: the cluster file %1$s does not exist or cannot be"
                + " read",
            file);
  }

  @Test
  void saysThatTheNativeClientIsNotThere() throws IOException {
    assumeFalse(
        Stream.of("/usr/lib", "/usr/local/lib", "/usr/lib/x86_64-linux-gnu")
            .anyMatch(place -> Files.exists(Path.of(place, "libfdb_c.so"))),
        "FoundationDB's native client is installed here");
    Path file = Files.writeString(directory.resolve("fdb.cluster"), "a:b@127.0.0.1:4500");
    assertThatExceptionOfType(ClusterUnavailableException.class)
        .isThrownBy(() -> ClusterOpener.open("fdb:" + file))
        .withMessageContaining("native client")
        .withMessageContaining("foundationdb-clients")
        .withMessageNotContaining("\n");
  }

  private static void write(Database database) {
    database.run(
        transaction -> {
          transaction.set(KEY, VALUE);
          return VALUE;
        });
  }

  private static byte @org.jspecify.annotations.Nullable [] read(Database database) {
    return database.read(transaction -> transaction.get(KEY).join());
  }
}
