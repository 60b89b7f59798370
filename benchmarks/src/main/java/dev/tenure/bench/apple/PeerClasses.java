package dev.tenure.bench.apple;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads the peer's libraries, the engine and FoundationDB's interfaces once more, apart from those
 * of this process: the peer shares a package with FoundationDB's classes, and has an older
 * protobuf.
 */
final class PeerClasses extends URLClassLoader {
  private final ClassLoader process = PeerClasses.class.getClassLoader();

  /**
   * Creates a loader.
   *
   * @param libraries a folder with the libraries of the peer
   */
  PeerClasses(Path libraries) {
    super("apple-record-layer", urls(libraries), ClassLoader.getPlatformClassLoader());
  }

  private static URL[] urls(Path libraries) {
    List<URL> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(libraries)) {
      for (Path file : files.sorted().toList()) {
        all.add(file.toUri().toURL());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the libraries of Apple's record layer are not in "
              + libraries
              + ", where mvn process-classes copies them",
          e);
    }
    List.of(PeerClasses.class, EmbeddedDatabase.class, Database.class)
        .forEach(each -> all.add(place(each)));
    return all.toArray(URL[]::new);
  }

  static URL place(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try {
      return super.findClass(name);
    } catch (ClassNotFoundException e) {
      return process.loadClass(name);
    }
  }
}
