package dev.tenure.embedded.recovery;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.Durability;
import dev.tenure.embedded.commit.EngineServer;
import dev.tenure.embedded.commit.RealThreads;
import dev.tenure.embedded.commit.VersionedReader;
import dev.tenure.embedded.storage.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes killed with SIGKILL at random; -Dtenure.crash.cycles sets how many, 5 by default. */
class CrashTest {
  private static final int CYCLES = Integer.getInteger("tenure.crash.cycles", 5);
  private final NavigableMap<Long, Long> versionsAcknowledged = new TreeMap<>();

  @Test
  void killedProcessLosesNothingAcknowledgedAndShowsNothingInPart(@TempDir Path directory)
      throws Exception {
    Seeds.forEach(1, random -> runCycles(directory.resolve("engine"), random));
  }

  private void runCycles(Path directory, Random random) throws Exception {
    long next = 1;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      try (ChildProcess writer =
          ChildProcess.start(CrashingWriter.class, directory.toString(), Long.toString(next))) {
        if (random.nextInt(4) == 0) {
          writer.waitFor(random.nextInt(1000));
        } else {
          readAcknowledgements(writer, 1 + random.nextInt(1500));
        }
        writer.kill();
        readAcknowledgements(writer, Integer.MAX_VALUE);
      }
      next = verify(directory) + 1;
    }
    assertTrue(CYCLES < 5 || !versionsAcknowledged.isEmpty(), "nothing was acknowledged");
  }

  private void readAcknowledgements(ChildProcess writer, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      String line = writer.readLine();
      if (line == null) {
        return;
      }
      String[] parts = line.split(" ", -1);
      versionsAcknowledged.put(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
  }

  /** Checks the rows, and gives the greatest number among them. */
  private long verify(Path directory) {
    try (RealThreads threads = new RealThreads();
        EngineServer server =
            EngineServer.open(EngineDirectory.open(directory), Durability.SYNC, threads.engine())) {
      long version = server.readVersion().join();
      for (long acknowledged : versionsAcknowledged.values()) {
        assertTrue(version > acknowledged, "version " + version + " after " + acknowledged);
      }
      VersionedReader reader = server.reader(version).join();
      List<KeyValue> rows =
          reader.range(bytes("t/"), bytes("t0"), false, Integer.MAX_VALUE, Integer.MAX_VALUE);
      NavigableMap<Long, Integer> found = new TreeMap<>();
      for (KeyValue row : rows) {
        String[] key = new String(row.getKey(), StandardCharsets.US_ASCII).split("/", -1);
        long number = Long.parseLong(key[1]);
        assertArrayEquals(CrashingWriter.value(number, Integer.parseInt(key[2])), row.getValue());
        found.merge(number, 1, Integer::sum);
      }
      found.forEach(
          (number, keys) ->
              assertEquals(CrashingWriter.KEYS_EACH, keys, "transaction " + number + " in part"));
      for (long acknowledged : versionsAcknowledged.keySet()) {
        assertTrue(found.containsKey(acknowledged), "transaction " + acknowledged + " is lost");
      }
      assertEquals(found.size(), count(reader));
      assertTrue(server.commit(emptyCommit()).join().version() > version);
      return found.isEmpty() ? 0 : found.lastKey();
    }
  }

  private static long count(VersionedReader reader) {
    byte[] count = reader.get(bytes("count"));
    return count == null ? 0 : ByteBuffer.wrap(count).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static CommitRequest emptyCommit() {
    return new CommitRequest(-1, List.of(), List.of(), List.of(), false);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
