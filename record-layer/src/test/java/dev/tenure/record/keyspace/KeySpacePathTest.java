package dev.tenure.record.keyspace;

import static dev.tenure.record.keyspace.KeySpaceDirectory.any;
import static dev.tenure.record.keyspace.KeySpaceDirectory.constant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class KeySpacePathTest {
  private final KeySpaceFixture test = new KeySpaceFixture();
  private final Subspace data = new Subspace(new byte[] {'k', 0});
  private final NameInterner names = new NameInterner(new Subspace(new byte[] {'n'}));
  private final KeySpace space =
      KeySpace.of(
          data,
          names,
          any(
              "app",
              DirectoryType.NAME,
              any(
                  "tenant",
                  DirectoryType.STRING,
                  constant("queue", DirectoryType.LONG, 1),
                  constant("store", DirectoryType.LONG, 2))),
          constant("system", DirectoryType.LONG, 0, any("blob", DirectoryType.BYTES)),
          any("nothing", DirectoryType.NULL),
          any("zone", DirectoryType.UUID));

  @AfterEach
  void close() {
    test.close();
  }

  private KeySpacePath queue(String app, String tenant) {
    return space.path("app", app).add("tenant", tenant).add("queue");
  }

  private ResolvedKey resolve(Tuple tuple) {
    return test.run(context -> space.resolve(context, tuple));
  }

  private static String refusedMessage(Executable action) {
    RecordLayerException refused = assertThrows(RecordLayerException.class, action);
    assertEquals(RecordLayerException.Code.PATH_UNKNOWN, refused.code());
    return String.valueOf(refused.getMessage());
  }

  @Test
  void pathBecomesATupleAndBack() {
    KeySpacePath path = queue("shop", "acme");
    Tuple tuple = test.run(path::toTuple);
    long number = test.run(context -> names.intern(context, "shop"));

    assertEquals(Tuple.from(number, "acme", 1), tuple);
    ResolvedKey resolved = resolve(tuple.add("rest").add(Tuple.from(1, Tuple.from("x"))));
    assertEquals(path, resolved.path());
    assertEquals(Tuple.from("rest", Tuple.from(1, Tuple.from("x"))), resolved.remainderTuple());
    assertEquals(data.subspace(tuple), test.run(path::toSubspace));
  }

  @Test
  void pathWithoutNamesNeedsNoTransactionWork() {
    KeySpacePath path = space.path("system").add("blob", new byte[] {0, (byte) 0xFF});

    assertEquals(Tuple.from(0, new byte[] {0, (byte) 0xFF}), test.run(path::toTuple));
    assertEquals(new Tuple(), test.run(space.root()::toTuple));
    assertEquals(new Tuple().addObject(null), test.run(space.path("nothing")::toTuple));
  }

  @Test
  void findSubspaceDoesNotIntern() {
    KeySpacePath path = queue("shop", "acme");

    assertEquals(Optional.empty(), test.run(path::findSubspace));
    assertEquals(List.of(), test.run(context -> names.list(context, "", 5)));
    Subspace made = test.run(path::toSubspace);
    assertEquals(Optional.of(made), test.run(path::findSubspace));
  }

  @Test
  void innerDirectoryResolvesByItsOwnKeyAlone() {
    KeySpacePath tenant = space.path("app", "shop").add("tenant", "acme");
    Tuple tuple = test.run(tenant::toTuple);

    assertEquals(new ResolvedKey(tenant, ByteString.EMPTY), resolve(tuple));
    assertEquals(new ResolvedKey(space.root(), ByteString.EMPTY), resolve(new Tuple()));
    String message = refusedMessage(() -> resolve(tuple.add(3)));
    assertTrue(message.contains("the LONG 3 below /app:\"shop\"/tenant:\"acme\""), message);
    assertTrue(message.contains("[queue (LONG 1), store (LONG 2)]"), message);
  }

  @Test
  void keyOfNoDirectoryIsRefusedNamingElementAndDirectories() {
    assertTrue(refusedMessage(() -> resolve(Tuple.from("x"))).contains("the STRING \"x\" below /"));
    assertTrue(refusedMessage(() -> resolve(Tuple.from(7, "x"))).contains("the LONG 7 below /"));
    assertTrue(refusedMessage(() -> resolve(Tuple.from(-7))).contains("the LONG -7 below /"));
    assertTrue(refusedMessage(() -> resolve(Tuple.from(1.5))).contains("the DOUBLE 1.5 below /"));
    refusedMessage(() -> resolve(Tuple.from(Tuple.from(1))));
    refusedMessage(() -> resolve(Tuple.from(new BigInteger("9".repeat(30)))));
    refusedMessage(() -> test.run(context -> space.resolve(context, new byte[] {'k'})));
    refusedMessage(() -> test.run(context -> space.resolve(context, new byte[] {'j', 1})));
  }

  @Test
  void elementThatIsNotWrittenAsPackingWritesItIsRefused() {
    byte[] longZero = {0x15, 0};
    byte[] cut = {0x02, 'a'};
    byte[] escaped = {0x00, (byte) 0xFF};
    for (byte[] rest : List.of(longZero, cut, escaped, new byte[] {0x7F}, new byte[] {0x30})) {
      byte[] key = ByteArrayUtil.join(data.getKey(), rest);
      refusedMessage(() -> test.run(context -> space.resolve(context, key)));
    }
  }

  @Test
  void remainderMayBeAnyBytesAndIsATupleOnlyWhenItIs() {
    byte[] key = ByteArrayUtil.join(data.pack(new Tuple().addObject(null)), new byte[] {0x7F, 5});
    ResolvedKey resolved = test.run(context -> space.resolve(context, key));

    assertEquals(space.path("nothing"), resolved.path());
    assertEquals(ByteString.copyFrom(new byte[] {0x7F, 5}), resolved.remainder());
    assertEquals(
        RecordLayerException.Code.DAMAGED,
        assertThrows(RecordLayerException.class, resolved::remainderTuple).code());
  }

  @Test
  void valueThatTheDirectoryDoesNotTakeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> space.path("none", 1));
    assertThrows(IllegalArgumentException.class, () -> space.path("app"));
    assertThrows(IllegalArgumentException.class, () -> space.path("app", 7));
    assertThrows(IllegalArgumentException.class, () -> space.path("app", ""));
    assertThrows(IllegalArgumentException.class, () -> space.path("system", 1));
    assertThrows(IllegalArgumentException.class, () -> space.path("nothing", "x"));
    assertThrows(IllegalArgumentException.class, () -> space.path("zone", "x").add("below"));
    assertEquals(space.path("system"), space.path("system", 0));
  }

  @Test
  void pathReadsAsPeopleWriteIt() {
    assertEquals("/", space.root().toString());
    assertEquals("/app:\"shop\"/tenant:\"a\\\"\\u0000\"/queue", queue("shop", "a\"\0").toString());
    assertEquals("/system/blob:0x00ff", space.path("system").add("blob", new byte[] {0, -1}) + "");
    assertEquals("/nothing", space.path("nothing").toString());
    assertEquals(
        "/zone:00000000-0000-0001-0000-000000000002",
        space.path("zone", new UUID(1, 2)).toString());
  }

  @Test
  void pathsAreEqualByDirectoriesAndValues() {
    assertEquals(queue("shop", "acme"), queue("shop", "acme"));
    assertEquals(queue("shop", "acme").hashCode(), queue("shop", "acme").hashCode());
    assertNotEquals(queue("shop", "acme"), queue("shop", "acme\0"));
    assertNotEquals(
        queue("shop", "acme"), space.path("app", "shop").add("tenant", "acme").add("store"));
    assertNotEquals(queue("shop", "acme"), queue("shop", "acme").parent().orElseThrow());
  }

  @Test
  void valuesAreReadByTheirType() {
    assertEquals("acme", space.path("app", "acme").value().asString());
    assertEquals(new UUID(1, 2), space.path("zone", new UUID(1, 2)).value().asUuid());
    assertEquals(0, space.path("system").value().asLong());
    assertThrows(IllegalStateException.class, () -> space.path("system").value().asString());
    assertThrows(IllegalStateException.class, () -> space.path("nothing").value().asLong());
  }
}
