package dev.tenure.campaigns.releases;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Copies of the data that earlier releases wrote, and of what the writer writes today. */
final class EarlierData {
  static final Path LIST =
      Path.of(System.getProperty("tenure.root", "..")).resolve("config/releases.tsv");

  private static final String TODAY = "today";
  private static byte @Nullable [] today;

  private EarlierData() {}

  /** The versions that config/releases.tsv lists, and what is written today. */
  static List<String> releases() throws IOException {
    List<String> releases = new ArrayList<>();
    for (String line : Files.readAllLines(LIST)) {
      releases.add(line.substring(0, line.indexOf('\t')));
    }
    releases.set(0, TODAY);
    return releases;
  }

  /** The zip file of a release. */
  static byte[] zip(String release) throws IOException {
    if (release.equals(TODAY)) {
      return writtenToday();
    }
    String name = "/releases/" + release + ".zip";
    try (InputStream zip = EarlierData.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(
              zip,
              () -> "no " + name + " in the test resources; docs/releasing.md says how to write it")
          .readAllBytes();
    }
  }

  private static synchronized byte[] writtenToday() throws IOException {
    byte[] written = today;
    if (written == null) {
      Path zip = Files.createTempFile("tenure-release", ".zip");
      ReleaseDataWriter.main(new String[] {zip.toString()});
      written = Files.readAllBytes(zip);
      Files.delete(zip);
      today = written;
    }
    return written;
  }

  /**
   * Opens a copy of a release's data.
   *
   * @param folder where the copy is made
   * @param clock when it is opened
   */
  static ReleaseCluster open(String release, Path folder, InstantSource clock) throws IOException {
    Path copy = folder.resolve(release);
    ZippedDirectory.unpack(new ByteArrayInputStream(zip(release)), copy);
    return new ReleaseCluster(copy, clock);
  }

  /** Opens a copy of a release's data so long after it was begun. */
  static ReleaseCluster open(String release, Path folder, Duration since) throws IOException {
    return open(release, folder, new ShiftedClock(ReleaseItems.BEGUN.plus(since)));
  }
}
