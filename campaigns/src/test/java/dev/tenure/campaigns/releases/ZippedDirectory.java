package dev.tenure.campaigns.releases;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** The files of a directory in a zip file. */
final class ZippedDirectory {
  private static final int LEVEL = 9;

  private ZippedDirectory() {}

  /**
   * Writes the files below the directory, in order of their names.
   *
   * @param wanted asked with each file's name below the directory
   */
  static void pack(Path directory, Predicate<String> wanted, Path zip) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.setLevel(LEVEL);
      for (Path file : files(directory)) {
        String name = directory.relativize(file).toString();
        if (Files.isRegularFile(file) && wanted.test(name)) {
          ZipEntry entry = new ZipEntry(name);
          entry.setTime(0);
          out.putNextEntry(entry);
          Files.copy(file, out);
          out.closeEntry();
        }
      }
    }
  }

  /** Makes the directory, with the files of the zip file in it. */
  static void unpack(InputStream zip, Path directory) throws IOException {
    try (ZipInputStream in = new ZipInputStream(zip)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path target = directory.resolve(entry.getName()).normalize();
        if (!target.startsWith(directory)) {
          throw new IOException("the zip file has an entry outside: " + entry.getName());
        }
        Files.createDirectories(target.resolveSibling(""));
        Files.copy(in, target);
      }
    }
  }

  /** Removes the directory and all below it. */
  static void delete(Path directory) throws IOException {
    for (Path file : files(directory).stream().sorted(Comparator.reverseOrder()).toList()) {
      Files.delete(file);
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.sorted().toList();
    }
  }
}
