package dev.tenure.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that only needs the engine in memory may leave RocksDB out. */
final class WithoutRocksDbTest {
  @TempDir Path directory;

  /** This class path, less the library. */
  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!Path.of(entry).getFileName().toString().startsWith("rocksdbjni")) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }

  private static Object run(String method, Object... arguments) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      assertThrows(ClassNotFoundException.class, () -> loader.loadClass("org.rocksdb.RocksDB"));
      Class<?> program = loader.loadClass(EngineProgram.class.getName());
      for (Method each : program.getMethods()) {
        if (each.getName().equals(method)) {
          return each.invoke(null, arguments);
        }
      }
      throw new NoSuchMethodException(method);
    }
  }

  @Test
  void theEngineInMemoryWorks() throws Exception {
    assertEquals("value", run("inMemory"));
  }

  @Test
  void aDirectoryIsRefusedWithTheNameOfTheLibrary() throws Exception {
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> run("open", directory));

    String message = String.valueOf(thrown.getTargetException().getMessage());
    assertTrue(message.contains(directory.toString()), message);
    assertTrue(message.contains("org.rocksdb:rocksdbjni"), message);
    try (var files = Files.list(directory)) {
      assertEquals(0, files.count());
    }
  }

  /** What the tests run with other class loaders. */
  public static final class EngineProgram {
    private EngineProgram() {}

    public static String inMemory() {
      byte[] key = {1};
      try (EmbeddedDatabase database =
          EmbeddedDatabase.memory(EmbeddedEnvironment.builder().build())) {
        database.run(
            transaction -> {
              transaction.set(key, new byte[] {'v', 'a', 'l', 'u', 'e'});
              return null;
            });
        return new String(
            database.read(transaction -> transaction.get(key)).join(),
            java.nio.charset.StandardCharsets.US_ASCII);
      }
    }

    public static void open(Path directory) {
      EmbeddedDatabase.open(directory, EmbeddedEnvironment.builder().build()).close();
    }
  }
}
