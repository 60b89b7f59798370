package dev.tenure.queue.pointer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import dev.tenure.record.context.RecordContext;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows of pointers and nudges that nobody wrote: an answer, or an error that names the key. */
final class PointerFuzzTest {
  private static final int CASES = 5_000;
  private static final Subspace SPACE = new Subspace(new byte[] {'P'});

  private final TestCluster test = TestCluster.start();
  private final Random random = new Random(7);
  private final Map<QueueException.Code, Integer> codes = new EnumMap<>(QueueException.Code.class);

  @AfterEach
  void stop() {
    test.close();
  }

  private void read(
      byte[] key, byte[] value, Function<RecordContext, CompletableFuture<?>> reader) {
    String row = HexFormat.of().formatHex(key) + " = " + HexFormat.of().formatHex(value);
    try (RecordContext context = test.database.openContext()) {
      context.set(key, value);
      context.join(reader.apply(context));
    } catch (QueueException e) {
      codes.merge(e.code(), 1, Integer::sum);
      assertTrue(e.toString().contains(HexFormat.of().formatHex(key)), () -> row + ": " + e);
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError(row, e);
    }
  }

  private byte[] mangled(byte[] bytes) {
    return switch (random.nextInt(5)) {
      case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      case 1 -> ByteArrayUtil.join(bytes, noise());
      case 2 -> noise();
      case 3 -> bytes;
      default -> {
        byte[] changed = bytes.clone();
        if (changed.length > 0) {
          changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        }
        yield changed;
      }
    };
  }

  /** Bytes that are often codes of tuple elements; sometimes many that nest. */
  private byte[] noise() {
    byte[] noise = new byte[random.nextInt(50) == 0 ? 9_000 : random.nextInt(20)];
    for (int at = 0; at < noise.length; at++) {
      noise[at] = (byte) (noise.length > 20 ? 5 : random.nextInt(0x34));
    }
    return noise;
  }

  private void assertRefusedForFormat() {
    assertTrue(codes.getOrDefault(QueueException.Code.FORMAT_UNKNOWN, 0) > 100, codes::toString);
  }

  private void assertRefusedForFormatAndDamage() {
    assertRefusedForFormat();
    assertTrue(codes.getOrDefault(QueueException.Code.CORRUPT, 0) > 100, codes::toString);
  }

  @Test
  void anyRowOfAPointersEntriesGivesATypedErrorOrAnAnswer() {
    PointerEntries entries = new PointerEntries(SPACE);
    byte[] zone = SPACE.pack(Tuple.from(1, "u", "z"));
    byte[] asleep = HexFormat.of().parseHex("0101" + "00000000000000010000");
    byte[] existence = {1, 0, 7};
    for (int i = 0; i < CASES; i++) {
      byte[] key = ByteArrayUtil.join(zone, Tuple.from(random.nextInt(2)).pack());
      byte[] value = mangled(random.nextBoolean() ? existence : asleep);
      read(key, value, context -> entries.read(context, 1, "u", "z"));
    }
    assertRefusedForFormat();
  }

  @Test
  void anyNudgeGivesATypedErrorOrAnAnswer() {
    Nudges nudges = new Nudges(SPACE);
    byte[] shard = SPACE.pack(Tuple.from(0));
    byte[] rest = Tuple.from(1_767_225_600_000L, 1, "u", "z", "i").pack();
    for (int i = 0; i < CASES; i++) {
      byte[] key = ByteArrayUtil.join(shard, mangled(rest));
      byte[] value = mangled(new byte[] {1});
      read(key, value, context -> nudges.between(context, 0, 0, Long.MAX_VALUE, 10));
    }
    assertRefusedForFormatAndDamage();
  }

  @Test
  void anyPointerIdIsReadOrCorrupt() {
    String id = new PointerId(71, "a/b%2F", "c%/").text();
    for (int i = 0; i < CASES; i++) {
      StringBuilder text = new StringBuilder(id);
      for (int j = random.nextInt(4); j > 0; j--) {
        text.setCharAt(random.nextInt(id.length()), "/%2F-az\0é".charAt(random.nextInt(9)));
      }
      text.setLength(random.nextInt(3) == 0 ? random.nextInt(id.length()) : id.length());
      try {
        PointerId.parse(text.toString());
      } catch (QueueException e) {
        codes.merge(e.code(), 1, Integer::sum);
      }
    }
    assertTrue(codes.getOrDefault(QueueException.Code.CORRUPT, 0) > 100, codes::toString);
  }
}
