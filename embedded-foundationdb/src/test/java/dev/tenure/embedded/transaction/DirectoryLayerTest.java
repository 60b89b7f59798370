package dev.tenure.embedded.transaction;

import static dev.tenure.embedded.ManualEngine.bytes;
import static dev.tenure.embedded.ManualEngine.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.directory.DirectoryAlreadyExistsException;
import com.apple.foundationdb.directory.DirectoryLayer;
import com.apple.foundationdb.directory.DirectorySubspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.ManualEngine;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** fdb-java's directory layer works on the engine unchanged. */
class DirectoryLayerTest {
  @TempDir Path scratch;

  private final DirectoryLayer directories = new DirectoryLayer();

  @Test
  void directoryIsFoundAgainUnderItsPathAndNotMadeTwice() {
    try (ManualEngine engine = ManualEngine.memory()) {
      List<String> path = List.of("app", "users");
      DirectorySubspace made =
          engine.now(directories.createOrOpen(engine.database(), path, bytes("users")));
      DirectorySubspace opened = engine.now(directories.open(engine.database(), path));
      assertArrayEquals(made.pack(), opened.pack());
      CompletionException failure =
          assertThrows(
              CompletionException.class,
              () -> engine.now(directories.create(engine.database(), path)));
      assertInstanceOf(DirectoryAlreadyExistsException.class, failure.getCause());
    }
  }

  @Test
  void manyDirectoriesGetPrefixesOfTheirOwn() {
    try (ManualEngine engine = ManualEngine.memory()) {
      Set<String> prefixes = new HashSet<>();
      for (int number = 0; number < 100; number++) {
        DirectorySubspace made =
            engine.now(directories.create(engine.database(), List.of("d" + number)));
        assertTrue(prefixes.add(String.valueOf(text(made.pack()))), "prefix given twice");
      }
      assertEquals(100, engine.now(directories.list(engine.database(), List.of())).size());
    }
  }

  @Test
  void movedDirectoryKeepsItsRowsAndRemovedOneLosesThem() {
    try (ManualEngine engine = ManualEngine.memory()) {
      DirectorySubspace made = engine.now(directories.create(engine.database(), List.of("old")));
      byte[] key = made.pack(Tuple.from("row"));
      engine.write(tr -> tr.set(key, bytes("v")));
      DirectorySubspace moved =
          engine.now(directories.move(engine.database(), List.of("old"), List.of("new")));
      assertArrayEquals(made.pack(), moved.pack());
      assertFalse(engine.now(directories.exists(engine.database(), List.of("old"))));
      engine.now(directories.remove(engine.database(), List.of("new")));
      assertEquals(null, engine.read(String.valueOf(text(key))));
    }
  }

  @Test
  void directoriesSurviveClosingAndOpeningAgain() {
    Path directory = scratch.resolve("engine");
    byte[] prefix;
    try (ManualEngine engine = ManualEngine.open(directory)) {
      prefix = engine.now(directories.create(engine.database(), List.of("kept"))).pack();
    }
    try (ManualEngine engine = ManualEngine.open(directory)) {
      DirectorySubspace kept =
          engine.now(new DirectoryLayer().open(engine.database(), List.of("kept")));
      assertArrayEquals(prefix, kept.pack());
    }
  }
}
