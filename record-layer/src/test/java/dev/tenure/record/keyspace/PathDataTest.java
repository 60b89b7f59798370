package dev.tenure.record.keyspace;

import static dev.tenure.record.keyspace.KeySpaceDirectory.any;
import static dev.tenure.record.keyspace.KeySpaceDirectory.constant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PathDataTest {
  private final KeySpaceFixture test = new KeySpaceFixture();
  private final NameInterner names = new NameInterner(new Subspace(new byte[] {'n'}));
  private final KeySpace space =
      KeySpace.of(
          new Subspace(Tuple.from("k")),
          names,
          any("app", DirectoryType.NAME, any("tenant", DirectoryType.STRING)),
          constant("system", DirectoryType.LONG, 0, any("counter", DirectoryType.LONG)),
          any("bytes", DirectoryType.BYTES),
          any("flag", DirectoryType.BOOLEAN),
          any("float", DirectoryType.FLOAT));

  @AfterEach
  void close() {
    test.close();
  }

  private void fill(KeySpacePath path, int rows) {
    test.run(
        context ->
            path.toSubspace(context)
                .thenApply(
                    subspace -> {
                      for (int i = 0; i < rows; i++) {
                        context.set(subspace.pack(Tuple.from("row", i)), new byte[100]);
                      }
                      return true;
                    }));
  }

  private KeySpacePath tenant(String app, String tenant) {
    return space.path("app", app).add("tenant", tenant);
  }

  private boolean hasData(KeySpacePath path) {
    return test.run(path::hasData);
  }

  private List<KeySpacePath> list(KeySpacePath parent, String directory, int max) {
    List<KeySpacePath> all = new ArrayList<>();
    Optional<ByteString> from = Optional.empty();
    do {
      Optional<ByteString> at = from;
      PathPage page = test.run(context -> parent.list(context, directory, at, max));
      assertTrue(page.paths().size() <= max);
      all.addAll(page.paths());
      from = page.next();
    } while (from.isPresent());
    return all;
  }

  @Test
  void listGivesEveryChildWithDataInTheOrderOfKeysWhateverThePageSize() {
    List<String> tenants = List.of("b", "", "a\0b", "a", "\0", "a\0", "ab");
    tenants.forEach(name -> fill(tenant("shop", name), 5));
    fill(tenant("other", "x"), 1);
    List<KeySpacePath> expected =
        List.of("", "\0", "a", "a\0", "a\0b", "ab", "b").stream()
            .map(name -> tenant("shop", name))
            .toList();

    for (int max = 1; max < 9; max++) {
      assertEquals(expected, list(space.path("app", "shop"), "tenant", max));
    }
    assertEquals(List.of(), list(space.path("app", "none"), "tenant", 3));
  }

  @Test
  void listOfNamesGivesNamesAndNotTheLongsBesideThem() {
    fill(tenant("shop", "x"), 1);
    fill(tenant("desk", "x"), 1);
    fill(space.path("system").add("counter", -5), 1);

    assertEquals(
        new TreeSet<>(List.of("desk", "shop")),
        new TreeSet<>(
            list(space.root(), "app", 1).stream().map(path -> path.value().asString()).toList()));
    assertEquals(List.of(space.path("system")), list(space.root(), "system", 1));
    assertEquals(
        List.of(space.path("system").add("counter", -5)), list(space.path("system"), "counter", 2));
  }

  @Test
  void listOfEveryTypeFindsItsExtremes() {
    List<KeySpacePath> paths = new ArrayList<>();
    for (long value : new long[] {Long.MIN_VALUE, -256, -1, 0, 1, 256, Long.MAX_VALUE}) {
      paths.add(space.path("system").add("counter", value));
    }
    paths.forEach(path -> fill(path, 1));
    assertEquals(paths, list(space.path("system"), "counter", 3));

    List<KeySpacePath> bytes =
        List.of(
            space.path("bytes", new byte[0]),
            space.path("bytes", new byte[] {0}),
            space.path("bytes", new byte[] {0, -1}),
            space.path("bytes", new byte[] {-1, -1}));
    bytes.forEach(path -> fill(path, 1));
    assertEquals(bytes, list(space.root(), "bytes", 1));

    List<KeySpacePath> flags = List.of(space.path("flag", false), space.path("flag", true));
    flags.forEach(path -> fill(path, 1));
    assertEquals(flags, list(space.root(), "flag", 5));

    List<KeySpacePath> floats =
        List.of(
            space.path("float", Float.NEGATIVE_INFINITY),
            space.path("float", -0.0f),
            space.path("float", 0.0f),
            space.path("float", Float.NaN));
    floats.forEach(path -> fill(path, 1));
    assertEquals(floats, list(space.root(), "float", 5));
  }

  @Test
  void listReadsOneKeyForEachChild() {
    for (int i = 0; i < 20; i++) {
      fill(tenant("shop", "t" + i), 50);
    }
    AtomicInteger rangeReads = new AtomicInteger();
    RecordDatabase counted =
        test.on(
            countingRangeReads(Database.class, test.engine, rangeReads), new SplittableRandom(1));

    PathPage page =
        counted.join(
            counted.run(
                context ->
                    space.path("app", "shop").list(context, "tenant", Optional.empty(), 99)));

    assertEquals(20, page.paths().size());
    assertEquals(21, rangeReads.get());
  }

  /** Counts range reads, all of which must ask for one row. */
  private static <T> T countingRangeReads(Class<T> type, T target, AtomicInteger reads) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, given) -> {
              Object[] arguments = given == null ? new Object[0] : given;
              if (method.getName().equals("getRange")) {
                assertTrue(Arrays.asList(arguments).contains(1), "asks for more than one row");
                reads.incrementAndGet();
              }
              try {
                Object result = method.invoke(target, arguments);
                Class<?> back = method.getReturnType();
                boolean wrapped =
                    method.getName().equals("snapshot")
                        || method.getName().equals("createTransaction");
                return wrapped ? countingRaw(back, result, reads) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
    return type.cast(proxy);
  }

  @SuppressWarnings("unchecked") // the return type is that of the object
  private static <T> Object countingRaw(Class<T> type, Object target, AtomicInteger reads) {
    return countingRangeReads(type, (T) target, reads);
  }

  @Test
  void positionOfAnotherListOrDamagedIsRefused() {
    fill(tenant("shop", "a"), 1);
    fill(tenant("shop", "b"), 1);
    fill(tenant("desk", "a"), 1);
    ByteString next =
        test.run(c -> space.path("app", "shop").list(c, "tenant", Optional.empty(), 1))
            .next()
            .orElseThrow();

    for (ByteString wrong :
        List.of(
            ByteString.EMPTY,
            next.substring(1),
            next.concat(ByteString.copyFrom(new byte[1])),
            ByteString.copyFrom("garbage garbage", StandardCharsets.UTF_8))) {
      assertRefused(space.path("app", "shop"), wrong);
    }
    assertRefused(space.path("app", "desk"), next);
  }

  private void assertRefused(KeySpacePath parent, ByteString position) {
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> test.run(c -> parent.list(c, "tenant", Optional.of(position), 1)));
    assertEquals(RecordLayerException.Code.CONTINUATION_REFUSED, refused.code());
  }

  @Test
  void elementOfNoNameEndsTheListInATypedError() {
    test.set(space.subspace().pack(Tuple.from(77, "x")), new byte[0]);

    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> list(space.root(), "app", 5));
    assertEquals(RecordLayerException.Code.PATH_UNKNOWN, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains("number 77"));
  }

  @Test
  void listOutsideOfItsLimitsIsACallersBug() {
    try (var context = test.database.openContext()) {
      assertThrows(
          IllegalArgumentException.class,
          () -> space.root().list(context, "app", Optional.empty(), 0));
      assertThrows(
          IllegalArgumentException.class,
          () -> space.root().list(context, "none", Optional.empty(), 1));
    }
  }

  @Test
  void hasDataTellsThePathFromItsNeighbours() {
    fill(tenant("shop", "a\0b"), 1);
    test.set(space.subspace().pack(Tuple.from(0)), new byte[0]);

    assertTrue(hasData(tenant("shop", "a\0b")));
    assertFalse(hasData(tenant("shop", "a")));
    assertFalse(hasData(tenant("shop", "a\0")));
    assertFalse(hasData(tenant("none", "a")));
    assertTrue(hasData(space.path("app", "shop")));
    assertTrue(hasData(space.path("system")), "the path's own key counts");
    assertTrue(hasData(space.root()));
  }

  @Test
  void deleteClearsThePathAndNothingElse() {
    for (String name : List.of("a", "a\0", "a\0b", "ab", "")) {
      fill(tenant("shop", name), 3);
    }
    test.set(test.run(tenant("shop", "a")::toSubspace).getKey(), new byte[] {1});

    test.run(tenant("shop", "a")::delete);

    assertFalse(hasData(tenant("shop", "a")));
    for (String name : List.of("a\0", "a\0b", "ab", "")) {
      assertEquals(3, test.rows(test.run(tenant("shop", name)::toSubspace)).size(), name);
    }
    test.run(tenant("never", "interned")::delete);
    test.run(space.root()::delete);
    assertFalse(hasData(space.root()));
    assertEquals(Optional.of(1L), test.run(c -> names.find(c, "shop")).map(number -> 1L));
  }

  @Test
  void deleteTellsEveryProcessThatStoreStatesMayBeGone() {
    fill(tenant("shop", "a"), 1);
    byte[] before = metadataVersion();
    test.run(tenant("shop", "a")::delete);

    assertNotEquals(ByteString.copyFrom(before), ByteString.copyFrom(metadataVersion()));
  }

  private byte[] metadataVersion() {
    byte[] key = "\u00ff/metadataVersion".getBytes(StandardCharsets.ISO_8859_1);
    return test.run(
        context ->
            context
                .transaction()
                .snapshot()
                .get(key)
                .thenApply(value -> value == null ? new byte[0] : value));
  }

  @Test
  void estimateGrowsWithTheData() {
    assertEquals(0, test.run(tenant("shop", "a")::estimatedBytes));
    fill(tenant("shop", "a"), 100);
    long estimated = test.run(tenant("shop", "a")::estimatedBytes);
    assertTrue(estimated > 100 * 100 && estimated < 100 * 1_000, "estimated " + estimated);
    assertEquals(0, test.run(tenant("shop", "b")::estimatedBytes));
  }

  @Test
  void pathThatIsFilledWhileAnotherLooksEndsTheOthersCommit() {
    RandomGenerator random = new SplittableRandom(1);
    KeySpacePath path = tenant("shop", "t" + random.nextInt(9));
    try (var context = test.database.openContext()) {
      assertFalse(context.join(path.hasData(context)));
      context.set(new byte[] {'x'}, new byte[0]);
      fill(path, 1);
      CompletableFuture<Void> commit = context.commit();
      assertThrows(RecordLayerException.class, () -> context.join(commit));
    }
  }
}
