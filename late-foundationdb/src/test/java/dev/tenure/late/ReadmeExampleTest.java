package dev.tenure.late;

import static dev.tenure.late.LateFixture.bytes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The README's program, as it stands there. */
final class ReadmeExampleTest {
  private static final Path MODULE =
      Path.of(Objects.requireNonNull(System.getProperty("tenure.root")), "late-foundationdb");
  private static final byte[] KEY = bytes("greeting");

  @Test
  void exampleHangsAndComesBack() {
    FakeCluster fake = new FakeCluster();
    fake.answerAtOnce("get greeting", bytes("hello"));
    fake.answerAtOnce("commit", null);
    Database cluster = fake.database();

    LateDatabase database = LateDatabase.realTime(cluster, LateOptions.seeded(42));
    database.options().setTransactionTimeout(5_000);

    database.hang();
    CompletableFuture<String> greeting =
        database.runAsync(
            transaction -> transaction.get(KEY).thenApply(value -> new String(value, UTF_8)));
    assertFalse(greeting.isDone());

    database.release();
    assertEquals("hello", greeting.join());

    database.close();
  }

  @Test
  void exampleOfTheReadmeIsTheOneAbove() throws IOException {
    String readme = Files.readString(MODULE.resolve("README.md"));
    String example = readme.split("```java\n|```\n", -1)[1];
    String source =
        Files.readString(MODULE.resolve("src/test/java/dev/tenure/late/ReadmeExampleTest.java"));

    assertTrue(squeezed(source).contains(squeezed(example)), example);
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ").trim();
  }
}
