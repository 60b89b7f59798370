package dev.tenure.embedded.recovery;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.Durability;
import dev.tenure.embedded.commit.EngineServer;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.embedded.commit.RealThreads;
import dev.tenure.embedded.storage.Keys;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Commits numbered transactions without end and prints the number of each once it is acknowledged,
 * until it is killed. A transaction writes its number under several keys and adds one to a count.
 */
final class CrashingWriter {
  static final int KEYS_EACH = 7;
  private static final int CLIENTS = 4;

  private CrashingWriter() {}

  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    AtomicLong next = new AtomicLong(Long.parseLong(arguments[1]));
    EngineServer server =
        EngineServer.open(
            EngineDirectory.open(directory), Durability.SYNC, new RealThreads().engine());
    for (int i = 0; i < CLIENTS; i++) {
      new Thread(() -> run(server, next)).start();
    }
  }

  static byte[] key(long number, int part) {
    return String.format("t/%012d/%d", number, part).getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] value(long number, int part) {
    byte[] value = new byte[8 + (int) (number * 31 + part) % 500];
    ByteBuffer.wrap(value).putLong(number);
    return value;
  }

  private static void run(EngineServer server, AtomicLong next) {
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    while (true) {
      long number = next.getAndIncrement();
      long version = server.commit(request(number)).join().version();
      output.print(number + " " + version + "\n");
      output.flush();
    }
  }

  private static CommitRequest request(long number) {
    List<Mutation> mutations = new ArrayList<>();
    List<Range> writes = new ArrayList<>();
    for (int part = 0; part < KEYS_EACH; part++) {
      byte[] key = key(number, part);
      mutations.add(new Mutation.Set(key, value(number, part)));
      writes.add(new Range(key, Keys.after(key)));
    }
    byte[] count = "count".getBytes(StandardCharsets.US_ASCII);
    mutations.add(
        new Mutation.Atomic(MutationType.ADD, count, new byte[] {1, 0, 0, 0, 0, 0, 0, 0}));
    boolean risky = new Random(number).nextInt(4) == 0;
    return new CommitRequest(-1, List.of(), writes, mutations, risky);
  }
}
