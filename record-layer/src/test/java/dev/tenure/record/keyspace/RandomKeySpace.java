package dev.tenure.record.keyspace;

import com.apple.foundationdb.subspace.Subspace;
import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Random trees, and random paths through them, of values that are easily mistaken for others. */
final class RandomKeySpace {
  private static final List<String> STRINGS =
      List.of("", "\0", "a", "a\0", "a\0\0", "a\0b", "ab", "\u00ff", "a\u00ff", "\ud83d\ude00");
  private static final List<Long> LONGS =
      List.of(0L, 1L, -1L, 255L, 256L, -256L, 65_536L, Long.MIN_VALUE, Long.MAX_VALUE, 7L);
  private static final List<Double> DOUBLES =
      List.of(0.0, -0.0, 1.5, -1.5, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE);
  private static final List<UUID> UUIDS =
      List.of(new UUID(0, 0), new UUID(-1, -1), new UUID(1, 0), new UUID(0, 1));

  private static final byte[] LIKELY = {0, (byte) 0xFF, 1, 2, 0x14, 0x15, 'a'};

  private final RandomGenerator random;
  private int directories;

  RandomKeySpace(RandomGenerator random) {
    this.random = random;
  }

  List<KeySpaceDirectory> siblings(int depth) {
    List<KeySpaceDirectory> siblings = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < 3 * count && siblings.size() < count; i++) {
      siblings.add(directory(depth));
      try {
        Siblings.requireApart("random", siblings);
      } catch (IllegalArgumentException overlap) {
        siblings.remove(siblings.size() - 1);
      }
    }
    return siblings;
  }

  private KeySpaceDirectory directory(int depth) {
    KeySpaceDirectory[] below =
        depth == 0 || random.nextInt(4) == 0
            ? new KeySpaceDirectory[0]
            : siblings(depth - 1).toArray(KeySpaceDirectory[]::new);
    DirectoryType[] types = DirectoryType.values();
    DirectoryType type = types[random.nextInt(types.length)];
    String name = "d" + directories++;
    return type == DirectoryType.NULL || random.nextBoolean()
        ? KeySpaceDirectory.any(name, type, below)
        : KeySpaceDirectory.constant(name, type, value(type), below);
  }

  KeySpace space(Subspace subspace, NameInterner names, List<KeySpaceDirectory> top) {
    return KeySpace.of(subspace, names, top.toArray(KeySpaceDirectory[]::new));
  }

  /** A path from the root, often to a leaf. */
  KeySpacePath path(KeySpace space) {
    KeySpacePath path = space.root();
    while (!path.directory().children().isEmpty()
        && (path.equals(space.root()) || random.nextInt(8) > 0)) {
      List<KeySpaceDirectory> children = path.directory().children();
      KeySpaceDirectory child = children.get(random.nextInt(children.size()));
      path =
          child.constant().isPresent()
              ? path.add(child.name())
              : path.add(child.name(), value(child.type()));
    }
    return path;
  }

  private Object value(DirectoryType type) {
    return switch (type) {
      case NULL -> throw new IllegalArgumentException("null has no value");
      case BYTES -> bytes();
      case STRING -> of(STRINGS);
      case LONG -> of(LONGS);
      case FLOAT -> of(DOUBLES).floatValue();
      case DOUBLE -> of(DOUBLES);
      case BOOLEAN -> random.nextBoolean();
      case UUID -> of(UUIDS);
      case NAME -> of(STRINGS.subList(1, STRINGS.size()));
    };
  }

  /** Short bytes, many of them 00 and FF. */
  byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(4)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = LIKELY[random.nextInt(LIKELY.length)];
    }
    return bytes;
  }

  /** Bytes that a key may have behind a path's own. */
  ByteString rest() {
    byte[] bytes = bytes();
    if (bytes.length > 0 && bytes[0] == PathKeys.ESCAPE) {
      bytes[0] = 0;
    }
    return ByteString.copyFrom(bytes);
  }

  private <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
