package dev.tenure.record.keyspace;

import static dev.tenure.record.keyspace.KeySpaceDirectory.any;
import static dev.tenure.record.keyspace.KeySpaceDirectory.constant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Exports and positions whose bytes are not what they were. */
final class ExportFuzzTest {
  private static final Set<Code> TYPED =
      EnumSet.of(
          Code.DAMAGED,
          Code.FORMAT_UNKNOWN,
          Code.CONTINUATION_REFUSED,
          Code.PATH_UNKNOWN,
          Code.PATH_NOT_EMPTY,
          Code.KEY_TOO_LARGE);

  private final KeySpaceFixture test = new KeySpaceFixture();
  private final KeySpace space =
      KeySpace.of(
          new Subspace(Tuple.from("k")),
          new NameInterner(new Subspace(Tuple.from("n"))),
          any("app", DirectoryType.NAME, any("id", DirectoryType.UUID)),
          any("bytes", DirectoryType.BYTES, any("double", DirectoryType.DOUBLE)),
          any("string", DirectoryType.STRING, any("flag", DirectoryType.BOOLEAN)),
          constant("zero", DirectoryType.LONG, 0, any("float", DirectoryType.FLOAT)),
          any("none", DirectoryType.NULL));

  @AfterEach
  void close() {
    test.close();
  }

  private void fill() {
    List<KeySpacePath> paths =
        List.of(
            space.path("app", "shop").add("id", new UUID(1, 2)),
            space.path("bytes", new byte[] {1, 0}).add("double", 1.5),
            space.path("string", "s\0").add("flag", true),
            space.path("zero").add("float", 2.5f),
            space.path("none"));
    for (KeySpacePath path : paths) {
      test.run(
          context ->
              path.toSubspace(context)
                  .thenAccept(
                      at -> {
                        context.set(at.pack("x"), new byte[] {1});
                        context.set(at.pack("y"), new byte[20]);
                      }));
    }
  }

  private ByteString exported() {
    return test.run(context -> space.root().exportPage(context, Optional.empty(), 10_000)).bytes();
  }

  private static byte[] withChecksum(byte[] page) {
    byte[] bytes = page.clone();
    int end = bytes.length - Integer.BYTES;
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(end, Checksum.of(bytes, end));
    return bytes;
  }

  private void typedOrDone(byte[] page) {
    try (RecordContext context = test.database.openContext()) {
      context.join(
          space
              .root()
              .importPage(
                  context,
                  ImportProgress.start(),
                  ByteString.copyFrom(page),
                  ImportMode.OVERWRITE));
    } catch (RecordLayerException e) {
      assertTrue(TYPED.contains(e.code()), e.toString());
    }
  }

  @RepeatedTest(5)
  void anyBytesGiveATypedError() {
    RandomGenerator random = KeySpaceFixture.random("ExportFuzzTest");
    fill();
    byte[] page = exported().toByteArray();
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes =
          Arrays.copyOf(page, random.nextInt(3) > 0 ? page.length : mangledSize(random, page));
      int changes = 1 + random.nextInt(3);
      for (int change = 0; change < changes; change++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(random.nextBoolean() ? 9 : 256);
      }
      byte[] sealed = withChecksum(bytes);
      typedOrDone(sealed);
      if (!Arrays.equals(bytes, sealed)) {
        assertEquals(
            Code.DAMAGED,
            assertThrows(
                    RecordLayerException.class, () -> PageReader.read(ByteString.copyFrom(bytes)))
                .code());
      }
    }
  }

  private static int mangledSize(RandomGenerator random, byte[] page) {
    return 5 + random.nextInt(page.length + 10);
  }

  @Test
  void everyCutAndEveryFlippedBitIsDamage() {
    fill();
    byte[] page = exported().toByteArray();
    for (int size = 0; size < page.length; size++) {
      assertDamaged(Arrays.copyOf(page, size));
    }
    for (int bit = 0; bit < page.length * 8; bit++) {
      byte[] flipped = page.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertDamaged(flipped);
    }
  }

  private static void assertDamaged(byte[] page) {
    assertEquals(
        Code.DAMAGED,
        assertThrows(RecordLayerException.class, () -> PageReader.read(ByteString.copyFrom(page)))
            .code());
  }

  @Test
  void anotherFormatIsUnknownAndNotDamage() {
    fill();
    byte[] page = exported().toByteArray();
    page[0] = 2;
    assertEquals(
        Code.FORMAT_UNKNOWN,
        assertThrows(
                RecordLayerException.class,
                () -> PageReader.read(ByteString.copyFrom(withChecksum(page))))
            .code());
  }

  @Test
  void lengthsThatLieTakeNoMemory() {
    byte[] head = {1, 0, 0, 0, 0, 0, 1, 'r', 0, 1, 0, 2};
    byte[] lie = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7, 0, 0, 0, 0};
    byte[] page = Arrays.copyOf(head, head.length + lie.length);
    System.arraycopy(lie, 0, page, head.length, lie.length);
    assertDamaged(withChecksum(page));
    assertDamaged(new byte[ExportPage.SIZE_MAX + 1]);
  }

  @RepeatedTest(3)
  void anyPositionGivesATypedError() {
    RandomGenerator random = KeySpaceFixture.random("ExportFuzzTest");
    fill();
    ByteString next =
        test.run(context -> space.root().exportPage(context, Optional.empty(), 1))
            .next()
            .orElseThrow();
    for (int i = 0; i < 500; i++) {
      byte[] bytes = Arrays.copyOf(next.toByteArray(), random.nextInt(next.size() + 9));
      if (bytes.length > 0) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
      }
      if (bytes.length > 4 && random.nextBoolean()) {
        ByteBuffer.wrap(bytes).putInt(bytes.length - 4, Checksum.of(bytes, bytes.length - 4));
      }
      try {
        test.run(
            context ->
                space.root().exportPage(context, Optional.of(ByteString.copyFrom(bytes)), 100));
      } catch (RecordLayerException e) {
        assertTrue(TYPED.contains(e.code()), e.toString());
      }
    }
  }
}
