package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.apple.foundationdb.MutationType;
import dev.tenure.embedded.storage.MemoryStorage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads that do not search the storage give the values that the storage has. */
class HotRowsTest {
  private static final int READS_UNTIL_KEPT = 2;

  private final VirtualEnvironment environment = new VirtualEnvironment();
  private final StorageProbe storage = new StorageProbe(new MemoryStorage());
  private final EngineServer server =
      EngineServer.open(storage, Durability.SYNC, environment.engine());

  @AfterEach
  void closeServer() {
    server.close();
  }

  private long commit(Requests request) {
    return environment.result(server.commit(request.build())).version();
  }

  private void add(String key, int summand) {
    commit(request().change(MutationType.ADD, key, new byte[] {(byte) summand}));
  }

  private void addOften(String key) {
    for (int i = 0; i < READS_UNTIL_KEPT; i++) {
      add(key, 1);
    }
  }

  private byte @Nullable [] read(String key) {
    return read(key, environment.result(server.readVersion()));
  }

  private byte @Nullable [] read(String key, long version) {
    return environment.result(server.reader(version)).get(bytes(key));
  }

  private void readOften(String key, long version) {
    for (int i = 0; i < READS_UNTIL_KEPT; i++) {
      byte[] unused = read(key, version);
    }
  }

  @Test
  void operationsOnAKeyReadTheStorageOnlyTwice() {
    addOften("n");
    int before = storage.gets();
    for (int i = 0; i < 10; i++) {
      add("n", 1);
    }
    assertEquals(before, storage.gets());
    assertArrayEquals(new byte[] {12}, read("n"));
  }

  @Test
  void readersOfAKeyReadTheStorageOnlyTwice() {
    commit(request().set("k", "1"));
    readOften("k", commit(request().set("l", "1")));
    readOften("absent", commit(request().set("l", "2")));
    int before = storage.gets();
    commit(request().set("l", "3"));
    assertArrayEquals(bytes("1"), read("k"));
    assertNull(read("absent"));
    assertEquals(before, storage.gets());
  }

  @Test
  void keyThatIsWrittenIsReadAsWritten() {
    commit(request().set("k", "1"));
    readOften("k", commit(request().set("l", "1")));
    commit(request().set("k", "2"));
    assertArrayEquals(bytes("2"), read("k"));
    commit(request().clear("k"));
    assertNull(read("k"));
  }

  @Test
  void readersAtOldVersionsReadOldValues() {
    long first = commit(request().set("k", "1"));
    readOften("k", first);
    long second = commit(request().set("k", "2"));
    readOften("k", second);
    assertArrayEquals(bytes("1"), read("k", first));
    assertArrayEquals(bytes("2"), read("k", second));
  }

  /** The rows that the old readers would keep are not valid any more. */
  @Test
  void whatIsReadAtAnOldVersionIsNotKeptForNewReaders() {
    long first = commit(request().set("k", "1"));
    long second = commit(request().set("k", "2"));
    readOften("k", first);
    assertArrayEquals(bytes("2"), read("k", second));
    assertArrayEquals(bytes("2"), read("k"));
  }

  @Test
  void callersMayChangeWhatTheyHaveRead() {
    long version = commit(request().set("k", "1"));
    readOften("k", version);
    byte[] value = Objects.requireNonNull(read("k", version));
    value[0] = '9';
    assertArrayEquals(bytes("1"), read("k", version));
  }

  @Test
  void setAndClearAreTakenOver() {
    addOften("n");
    commit(request().set("n", "a"));
    add("n", 1);
    assertArrayEquals(bytes("b"), read("n"));
    commit(request().clear("n", "o"));
    add("n", 3);
    assertArrayEquals(new byte[] {3}, read("n"));
  }

  @Test
  void clearOfManyRowsIsTakenOver() {
    Requests many = request();
    for (int i = 100; i < 200; i++) {
      many = many.set("n" + i, "x");
    }
    commit(many);
    addOften("n150");
    commit(request().clear("n", "o"));
    assertNull(read("n150"));
    add("n150", 5);
    assertArrayEquals(new byte[] {5}, read("n150"));
  }

  @Test
  void keyThatAnOperationHasClearedIsAbsentForTheNext() {
    addOften("n");
    commit(request().change(MutationType.COMPARE_AND_CLEAR, "n", new byte[] {2}));
    assertNull(read("n"));
    commit(request().change(MutationType.MIN, "n", new byte[] {7}));
    assertArrayEquals(new byte[] {7}, read("n"));
  }

  @Test
  void valueThatHasGrownTooLongIsReadFromTheStorage() {
    String part = "x".repeat(100);
    for (int i = 0; i < 4; i++) {
      commit(request().change(MutationType.APPEND_IF_FITS, "n", bytes(part)));
    }
    commit(request().change(MutationType.APPEND_IF_FITS, "n", bytes("end")));
    assertArrayEquals(bytes(part.repeat(4) + "end"), read("n"));
  }

  @Test
  void keyThatIsLongIsReadFromTheStorage() {
    String key = "n".repeat(300);
    for (int i = 1; i <= 4; i++) {
      add(key, 1);
      assertArrayEquals(new byte[] {(byte) i}, read(key));
    }
  }

  /** Keys share places and stamps; each keeps its value. */
  @Test
  void anyNumberOfKeysKeepsItsValues() {
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < 400; i++) {
        Requests request = request();
        for (int j = 0; j < 100; j++) {
          request = request.change(MutationType.ADD, "n" + (i * 100 + j), new byte[] {1});
        }
        commit(request);
      }
    }
    for (int key = 0; key < 40_000; key++) {
      assertArrayEquals(new byte[] {3}, read("n" + key), "key " + key);
    }
  }
}
