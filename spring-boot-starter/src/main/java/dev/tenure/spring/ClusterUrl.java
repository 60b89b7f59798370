package dev.tenure.spring;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The location of a cluster: {@code embedded:<directory>}, {@code memory:<name>} or {@code
 * fdb:<cluster file>}.
 */
public sealed interface ClusterUrl {

  /** An engine in this process that keeps its data in a directory. */
  record Embedded(Path directory) implements ClusterUrl {
    @Override
    public String toString() {
      return "embedded:" + directory;
    }
  }

  /** An engine in this process that loses all data when it is closed. */
  record Memory(String name) implements ClusterUrl {
    @Override
    public String toString() {
      return "memory:" + name;
    }
  }

  /** A FoundationDB cluster, reached through its native client. */
  record FoundationDb(Path clusterFile) implements ClusterUrl {
    @Override
    public String toString() {
      return "fdb:" + clusterFile;
    }
  }

  /**
   * Parses a URL.
   *
   * @throws IllegalArgumentException naming the URL and the known forms
   */
  static ClusterUrl parse(String url) {
    int colon = url.indexOf(':');
    String scheme = colon < 0 ? "" : url.substring(0, colon);
    String rest = url.substring(colon + 1);
    if (colon >= 0 && rest.isBlank()) {
      throw new IllegalArgumentException(
          "cluster URL \"" + url + "\" names nothing after " + scheme + ":");
    }
    if (rest.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "cluster URL \"" + url.replaceAll("\\p{Cntrl}", "?") + "\" has a control character");
    }
    return switch (scheme) {
      case "embedded" -> new Embedded(path(url, rest));
      case "memory" -> new Memory(rest);
      case "fdb" -> new FoundationDb(path(url, rest));
      default ->
          throw new IllegalArgumentException(
              "cluster URL \""
                  + url
                  + "\" is none of embedded:<directory>, memory:<name>, fdb:<cluster file>");
    };
  }

  private static Path path(String url, String rest) {
    try {
      return Path.of(rest);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(
          "cluster URL \"" + url + "\" holds no path: " + e.getReason(), e);
    }
  }
}
