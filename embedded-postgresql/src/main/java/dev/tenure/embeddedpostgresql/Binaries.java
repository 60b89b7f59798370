package dev.tenure.embeddedpostgresql;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The server's programs, unpacked from the class path: a tar archive compressed with xz. */
final class Binaries {
  private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
  private static final int ANY_EXECUTE = 0111;

  private Binaries() {}

  /**
   * Checks that the programs run on this machine.
   *
   * @throws UnavailableException when they do not
   */
  static void checkMachine() throws UnavailableException {
    String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!machine.equals("Linux amd64")) {
      throw new UnavailableException(
          "PostgreSQL's binaries are for Linux amd64, this is " + machine);
    }
  }

  /**
   * Unpacks into the directory: {@code bin}, {@code lib}, {@code share}.
   *
   * @throws UnavailableException when they are not on the class path
   */
  static void unpack(Path directory) throws IOException, UnavailableException {
    try (InputStream resource = Binaries.class.getResourceAsStream(ARCHIVE)) {
      if (resource == null) {
        throw new UnavailableException(
            "PostgreSQL's binaries, " + ARCHIVE + ", are not on the class path");
      }
      try (TarArchiveInputStream archive =
          new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(resource)))) {
        for (TarArchiveEntry entry = archive.getNextEntry();
            entry != null;
            entry = archive.getNextEntry()) {
          unpack(archive, entry, directory);
        }
      }
    }
  }

  private static void unpack(TarArchiveInputStream archive, TarArchiveEntry entry, Path directory)
      throws IOException {
    Path target = directory.resolve(entry.getName()).normalize();
    if (!target.startsWith(directory)) {
      throw new IOException(ARCHIVE + " has an entry outside: " + entry.getName());
    }
    if (entry.isDirectory()) {
      make(target, directory);
      return;
    }
    make(target.resolveSibling("."), directory);
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else {
      Files.copy(archive, target);
      Files.setPosixFilePermissions(target, permissions(entry));
    }
  }

  /** Makes a directory, and those above it below the top, so that any user may read it. */
  private static void make(Path directory, Path top) throws IOException {
    Path place = top;
    for (Path name : top.relativize(directory.normalize())) {
      place = place.resolve(name);
      if (!Files.exists(place)) {
        Files.createDirectory(place);
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  private static Set<PosixFilePermission> permissions(TarArchiveEntry entry) {
    boolean executable = (entry.getMode() & ANY_EXECUTE) != 0;
    return PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--");
  }
}
