package dev.tenure.record.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commit markers with a row that nobody wrote. */
final class CommitMarkerFuzzTest {
  private static final int CASES = 5_000;

  private final TestDatabase test = new TestDatabase();
  private final Subspace markers = new Subspace(new byte[] {'L'});
  private final RecordDatabase withMarkers =
      test.builder().commitMarkers(CommitMarkerOptions.of(markers, "q")).build();
  private final RandomGenerator random = Seeds.random("CommitMarkerFuzzTest");

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void anyRowGivesATypedErrorOrAnAnswer() {
    int refused = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] key = ByteArrayUtil.join(markers.getKey(), keyTail());
      byte[] value = noise(random.nextInt(2) == 0 ? 8 : random.nextInt(20));
      replace(key, value);
      String row = HexFormat.of().formatHex(key) + " = " + HexFormat.of().formatHex(value);
      try {
        withMarkers.join(withMarkers.markerProcesses());
      } catch (RecordLayerException e) {
        refused++;
        assertEquals(Code.DAMAGED, e.code(), () -> row + ": " + e);
        assertTrue(String.valueOf(e.getMessage()).contains("(key L"), () -> row + ": " + e);
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError(row, e);
      }
    }
    assertTrue(refused > CASES / 4 && refused < CASES, "refused " + refused);
  }

  private void replace(byte[] key, byte[] value) {
    test.run(
        context -> {
          context.clear(markers.range());
          context.set(key, value);
          return CompletableFuture.completedFuture(null);
        });
  }

  /** A tail that range reads of the subspace see. */
  private byte[] keyTail() {
    byte[] good = Tuple.from("p", random.nextInt(3), random.nextInt(2)).pack();
    return switch (random.nextInt(5)) {
      case 0 -> Tuple.from("p", 0).pack();
      case 1 -> Arrays.copyOf(good, 1 + random.nextInt(good.length));
      case 2 -> ByteArrayUtil.join(new byte[] {1}, noise(random.nextInt(12)));
      case 3 -> deep(1 + random.nextInt(9_000));
      default -> {
        good[random.nextInt(good.length)] = (byte) random.nextInt(0x34);
        yield good;
      }
    };
  }

  private static byte[] deep(int length) {
    byte[] deep = new byte[length];
    Arrays.fill(deep, (byte) 0x05);
    return deep;
  }

  private byte[] noise(int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }
}
