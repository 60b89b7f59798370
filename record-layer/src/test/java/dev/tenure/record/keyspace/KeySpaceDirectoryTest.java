package dev.tenure.record.keyspace;

import static dev.tenure.record.keyspace.KeySpaceDirectory.any;
import static dev.tenure.record.keyspace.KeySpaceDirectory.constant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class KeySpaceDirectoryTest {
  private final Subspace data = new Subspace(Tuple.from("data"));
  private final NameInterner names = new NameInterner(new Subspace(Tuple.from("names")));

  private void accepted(KeySpaceDirectory... siblings) {
    KeySpace.of(data, names, siblings);
    KeySpace.of(data, names, constant("top", DirectoryType.LONG, 1, siblings));
  }

  /** Refused as topmost directories and below another, naming both. */
  private void refused(KeySpaceDirectory left, KeySpaceDirectory right) {
    for (boolean swapped : new boolean[] {false, true}) {
      KeySpaceDirectory first = swapped ? right : left;
      KeySpaceDirectory second = swapped ? left : right;
      String message =
          messageOf(() -> KeySpace.of(data, names, first, second))
              + messageOf(() -> constant("top", DirectoryType.LONG, 1, first, second));
      assertTrue(message.contains(left.toString()), message);
      assertTrue(message.contains(right.toString()), message);
    }
  }

  private static String messageOf(Executable action) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, action).getMessage());
  }

  @Test
  void anyValuedDirectoriesOfDifferentTypesStandSideBySide() {
    accepted(
        any("null", DirectoryType.NULL),
        any("bytes", DirectoryType.BYTES),
        any("string", DirectoryType.STRING),
        any("long", DirectoryType.LONG),
        any("float", DirectoryType.FLOAT),
        any("double", DirectoryType.DOUBLE),
        any("boolean", DirectoryType.BOOLEAN),
        any("uuid", DirectoryType.UUID));
  }

  @Test
  void twoAnyValuedDirectoriesOfOneTypeAreRefused() {
    for (DirectoryType type : DirectoryType.values()) {
      refused(any("a", type), any("b", type));
    }
  }

  @Test
  void constantBesideAnyValueOfItsTypeIsRefused() {
    refused(any("a", DirectoryType.STRING), constant("b", DirectoryType.STRING, "x"));
    refused(any("a", DirectoryType.NAME), constant("b", DirectoryType.NAME, "x"));
    refused(any("a", DirectoryType.UUID), constant("b", DirectoryType.UUID, new UUID(1, 2)));
  }

  @Test
  void constantsOfOneTypeMustDiffer() {
    accepted(
        constant("a", DirectoryType.LONG, 1),
        constant("b", DirectoryType.LONG, 2L),
        constant("c", DirectoryType.BYTES, new byte[] {1}),
        constant("d", DirectoryType.BYTES, new byte[] {1, 0}),
        constant("e", DirectoryType.BOOLEAN, true),
        constant("f", DirectoryType.BOOLEAN, false),
        constant("g", DirectoryType.DOUBLE, 0.0),
        constant("h", DirectoryType.DOUBLE, -0.0));
    refused(constant("a", DirectoryType.LONG, 1), constant("b", DirectoryType.LONG, (short) 1));
    refused(
        constant("a", DirectoryType.BYTES, new byte[0]),
        constant("b", DirectoryType.BYTES, new byte[0]));
    refused(
        constant("a", DirectoryType.DOUBLE, Double.NaN),
        constant("b", DirectoryType.DOUBLE, Double.longBitsToDouble(0x7ff8000000000001L)));
  }

  @Test
  void namesAndLongsAreOneTypeUnlessTheLongCanBeNoNumber() {
    refused(any("a", DirectoryType.NAME), any("b", DirectoryType.LONG));
    refused(any("a", DirectoryType.NAME), constant("b", DirectoryType.LONG, 1));
    refused(constant("a", DirectoryType.NAME, "x"), any("b", DirectoryType.LONG));
    refused(constant("a", DirectoryType.NAME, "x"), constant("b", DirectoryType.LONG, 70_000));
    accepted(
        any("a", DirectoryType.NAME),
        constant("b", DirectoryType.LONG, 0),
        constant("c", DirectoryType.LONG, -1));
    accepted(constant("a", DirectoryType.NAME, "x"), constant("b", DirectoryType.NAME, "y"));
  }

  @Test
  void siblingsOfOneNameAreRefused() {
    refused(any("a", DirectoryType.LONG), any("a", DirectoryType.STRING));
    accepted(
        any("a", DirectoryType.LONG, any("a", DirectoryType.LONG)),
        any("b", DirectoryType.STRING, any("a", DirectoryType.LONG)));
  }

  @Test
  void directoryNamesAreLimited() {
    for (String name : new String[] {"", "a/b", "a:b", "a\nb", "\ud800", "x".repeat(65)}) {
      assertThrows(IllegalArgumentException.class, () -> any(name, DirectoryType.LONG));
    }
    any("x".repeat(64), DirectoryType.LONG);
  }

  @Test
  void constantOfAnotherTypeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> constant("a", DirectoryType.LONG, "1"));
    assertThrows(IllegalArgumentException.class, () -> constant("a", DirectoryType.FLOAT, 1.0));
    assertThrows(IllegalArgumentException.class, () -> constant("a", DirectoryType.NULL, "x"));
    assertThrows(
        IllegalArgumentException.class, () -> constant("a", DirectoryType.STRING, "\udc00"));
    assertThrows(IllegalArgumentException.class, () -> constant("a", DirectoryType.NAME, ""));
  }

  @Test
  void treeDeeperThanItsLimitIsRefused() {
    KeySpaceDirectory deep = any("leaf", DirectoryType.LONG);
    for (int i = 2; i < KeySpaceDirectory.DEPTH_MAX; i++) {
      deep = any("d", DirectoryType.LONG, deep);
    }
    KeySpaceDirectory deepest = deep;
    KeySpace.of(data, deepest);
    assertThrows(
        IllegalArgumentException.class,
        () -> KeySpace.of(data, any("d", DirectoryType.LONG, deepest)));
  }

  @Test
  void namesNeedAnInternerWhoseKeysAreElsewhere() {
    KeySpaceDirectory app = constant("top", DirectoryType.LONG, 1, any("app", DirectoryType.NAME));

    assertThrows(IllegalArgumentException.class, () -> KeySpace.of(data, app));
    for (Subspace near :
        new Subspace[] {data, new Subspace(), data.get(0), new Subspace(Tuple.from())}) {
      String message = messageOf(() -> KeySpace.of(data, new NameInterner(near), app));
      assertTrue(message.contains("overlap"), message);
    }
    KeySpace.of(data, new NameInterner(new Subspace(Tuple.from("data\0"))), app);
    assertEquals("top (LONG 1)", app.toString());
  }
}
