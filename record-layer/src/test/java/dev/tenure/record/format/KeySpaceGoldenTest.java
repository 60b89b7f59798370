package dev.tenure.record.format;

import static dev.tenure.record.keyspace.KeySpaceDirectory.any;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.google.protobuf.ByteString;
import dev.tenure.late.time.ManualClock;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.ExportPage;
import dev.tenure.record.keyspace.ImportMode;
import dev.tenure.record.keyspace.ImportProgress;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpacePath;
import dev.tenure.record.keyspace.NameInterner;
import dev.tenure.record.keyspace.PathPage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows and bytes of interned names, positions in a key space, its exports, and commit markers. */
final class KeySpaceGoldenTest {
  private final TestDatabase test = new TestDatabase();
  private final TestDatabase other = new TestDatabase();
  private final RecordDatabase fixed = test.builder().random(() -> 0).build();
  private final Subspace names = new Subspace(new byte[] {'n'});
  private final Subspace markers = new Subspace(new byte[] {'L'});
  private final KeySpace space =
      KeySpace.of(
          new Subspace(new byte[] {'k'}),
          new NameInterner(names),
          any("app", DirectoryType.NAME, any("user", DirectoryType.STRING)));

  @AfterEach
  void close() {
    test.close();
    other.close();
  }

  private void fill() {
    for (String user : new String[] {"u", "v"}) {
      fixed.join(
          fixed.run(
              context ->
                  user(user)
                      .toSubspace(context)
                      .thenAccept(at -> context.set(at.pack(1), new byte[] {6}))));
    }
  }

  private KeySpacePath user(String user) {
    return space.path("app", "a").add("user", user);
  }

  @Test
  void internedNamesAreWrittenAsTheseRows() {
    fixed.join(fixed.run(context -> new NameInterner(names).intern(context, "a")));

    new GoldenFile("interned-names").assertWritten(StoredRows.lines(test, names));
  }

  @Test
  void internedNamesAreReadFromTheseRows() {
    StoredRows.plant(test, new GoldenFile("interned-names").lines());
    NameInterner interner = new NameInterner(names);

    assertEquals(Optional.of(1L), test.run(context -> interner.find(context, "a")));
    assertEquals(Optional.of("a"), test.run(context -> interner.nameOf(context, 1)));
    assertEquals(List.of(Map.entry("a", 1L)), test.run(context -> interner.list(context, "", 10)));
  }

  @Test
  void exportIsWrittenAsThesePagesWithAPositionBetween() {
    fill();
    KeySpacePath app = space.path("app", "a");
    ExportPage first =
        fixed.join(fixed.run(context -> app.exportPage(context, Optional.empty(), 1)));
    ExportPage second = fixed.join(fixed.run(context -> app.exportPage(context, first.next(), 1)));

    new GoldenFile("export")
        .assertWritten(
            List.of(hex(first.bytes()), hex(first.next().orElseThrow()), hex(second.bytes())));
  }

  @Test
  void exportIsReadFromThesePagesAndGoesOnAtThePosition() {
    fill();
    List<String> lines = new GoldenFile("export").lines();
    KeySpacePath app = space.path("app", "a");

    ImportProgress progress = ImportProgress.start();
    for (String page : List.of(lines.get(0), lines.get(2))) {
      ImportProgress from = progress;
      progress =
          other.run(context -> app.importPage(context, from, bytes(page), ImportMode.INTO_EMPTY));
    }

    assertEquals(2, progress.pages());
    assertEquals(
        2, other.run(context -> app.list(context, "user", Optional.empty(), 9)).paths().size());
    ExportPage second =
        test.run(context -> app.exportPage(context, Optional.of(bytes(lines.get(1))), 1));
    assertEquals(lines.get(2), hex(second.bytes()));
  }

  @Test
  void positionOfAListIsWrittenAsTheseBytesAndReadFromThem() {
    fill();
    KeySpacePath app = space.path("app", "a");
    PathPage first = test.run(context -> app.list(context, "user", Optional.empty(), 1));
    GoldenFile golden = new GoldenFile("list-position");

    golden.assertWritten(List.of(hex(first.next().orElseThrow())));
    Optional<ByteString> position = Optional.of(bytes(golden.lines().get(0)));
    PathPage rest = test.run(context -> app.list(context, "user", position, 9));
    assertEquals(List.of(user("v")), rest.paths());
  }

  @Test
  void markersAreWrittenAsTheseRows() {
    RecordDatabase withMarkers =
        test.builder().random(() -> 7).commitMarkers(CommitMarkerOptions.of(markers, "p")).build();
    withMarkers.join(withMarkers.heartbeat());
    withMarkers.join(
        withMarkers.run(
            context -> {
              context.set(new byte[] {'x'}, new byte[0]);
              return CompletableFuture.completedFuture(null);
            }));

    new GoldenFile("commit-markers").assertWritten(StoredRows.lines(test, markers));
  }

  @Test
  void markersAreReadFromTheseRows() {
    StoredRows.plant(test, new GoldenFile("commit-markers").lines());
    RecordDatabase withMarkers =
        test.builder().commitMarkers(CommitMarkerOptions.of(markers, "q")).build();

    assertEquals(
        Map.of("p", new ManualClock().instant()), withMarkers.join(withMarkers.markerProcesses()));
    assertTrue(new GoldenFile("commit-markers").lines().size() >= 2);
  }

  private static String hex(ByteString bytes) {
    return GoldenFile.hex(bytes.toByteArray());
  }

  private static ByteString bytes(String hex) {
    return ByteString.copyFrom(GoldenFile.bytes(hex));
  }
}
