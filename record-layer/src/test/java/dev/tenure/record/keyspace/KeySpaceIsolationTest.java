package dev.tenure.record.keyspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/** Random trees and paths: keys of one path are never below another. */
final class KeySpaceIsolationTest {
  private static final int PATHS = 60;

  private final KeySpaceFixture test = new KeySpaceFixture();
  private final RandomGenerator random = KeySpaceFixture.random("KeySpaceIsolationTest");
  private final RandomKeySpace randomSpace = new RandomKeySpace(random);
  private final NameInterner names = new NameInterner(new Subspace(new byte[] {'n'}));

  @AfterEach
  void close() {
    test.close();
  }

  @RepeatedTest(20)
  void keysOfAPathAreBelowItAndItsAncestorsAlone() {
    Subspace subspace = new Subspace(randomSpace.bytes()).get("k");
    KeySpace space = randomSpace.space(subspace, names, randomSpace.siblings(4));
    Map<KeySpacePath, byte[]> prefixes = new LinkedHashMap<>();
    for (int i = 0; i < PATHS; i++) {
      KeySpacePath path = randomSpace.path(space);
      prefixes.put(path, test.run(path::toSubspace).getKey());
    }

    prefixes.forEach(
        (path, prefix) -> {
          for (byte[] key : keys(path, prefix)) {
            prefixes.forEach((other, at) -> assertBelow(isBelow(path, other), at, key, other));
            assertResolves(space, path, prefix, key);
          }
        });
  }

  /** The path's own key, and keys with whatever follows it. */
  private List<byte[]> keys(KeySpacePath path, byte[] prefix) {
    List<byte[]> keys = new ArrayList<>(List.of(prefix));
    if (path.directory().children().isEmpty()) {
      for (int i = 0; i < 3; i++) {
        keys.add(ByteArrayUtil.join(prefix, randomSpace.rest().toByteArray()));
      }
    }
    return keys;
  }

  private static void assertBelow(boolean expected, byte[] prefix, byte[] key, KeySpacePath path) {
    String what = ByteArrayUtil.printable(key) + " below " + path;
    assertEquals(expected, PathKeys.isBelow(prefix, key), what);
    boolean inRange =
        ByteArrayUtil.compareUnsigned(prefix, key) <= 0
            && ByteArrayUtil.compareUnsigned(key, PathKeys.end(prefix)) < 0;
    assertEquals(expected, inRange, what);
  }

  private void assertResolves(KeySpace space, KeySpacePath path, byte[] prefix, byte[] key) {
    ResolvedKey resolved = test.run(context -> space.resolve(context, key));
    assertEquals(path, resolved.path());
    assertEquals(
        ByteString.copyFrom(key, prefix.length, key.length - prefix.length), resolved.remainder());
  }

  private static boolean isBelow(KeySpacePath path, KeySpacePath ancestor) {
    for (Optional<KeySpacePath> at = Optional.of(path);
        at.isPresent();
        at = at.flatMap(KeySpacePath::parent)) {
      if (at.get().equals(ancestor)) {
        return true;
      }
    }
    return false;
  }

  @RepeatedTest(5)
  void anyBytesAreElementsOrNot() {
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(24)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(0x34) : random.nextInt(256));
      }
      int end = PackedTuples.end(bytes, 0);
      assertTrue(end == -1 || (end > 0 && end <= bytes.length));
      PackedTuples.unpack(bytes, 0)
          .ifPresent(tuple -> assertTrue(tuple.size() > 0 || bytes.length == 0));
    }
    assertEquals(-1, PackedTuples.end(new byte[0], 0));
    byte[] deep = new byte[10_000];
    Arrays.fill(deep, (byte) 5);
    assertFalse(PackedTuples.unpack(deep, 0).isPresent());
  }
}
