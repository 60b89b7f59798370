package dev.tenure.record.keyspace;

import static dev.tenure.record.keyspace.KeySpaceDirectory.any;
import static dev.tenure.record.keyspace.KeySpaceDirectory.constant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.late.time.ManualClock;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class KeySpaceTransferTest {
  private static final int ROWS = 5_000;

  private final TestDatabase from = new TestDatabase();
  private final TestDatabase to = new TestDatabase();
  private final KeySpace here = space(new Subspace(Tuple.from("k")), "names");
  private final KeySpace there = space(new Subspace(new byte[] {7, 0, 9}), "other names");
  private final KeySpacePath source = here.path("app", "shop");
  private final KeySpacePath target = there.path("app", "shop");

  static KeySpace space(Subspace subspace, String names) {
    return KeySpace.of(
        subspace,
        new NameInterner(new Subspace(Tuple.from(names))),
        any(
            "app",
            DirectoryType.NAME,
            any("tenant", DirectoryType.NAME, constant("store", DirectoryType.LONG, 1))));
  }

  @AfterEach
  void close() {
    from.close();
    to.close();
  }

  private static CompletableFuture<Void> done() {
    return CompletableFuture.completedFuture(null);
  }

  private void fill() {
    for (int tenant = 0; tenant < 10; tenant++) {
      KeySpacePath store = source.add("tenant", "tenant " + tenant).add("store");
      from.run(
          context ->
              store
                  .toSubspace(context)
                  .thenApply(
                      subspace -> {
                        for (int row = 0; row < ROWS / 10; row++) {
                          context.set(subspace.pack(Tuple.from(row)), new byte[100]);
                        }
                        return true;
                      }));
    }
  }

  /** What lies below each store's path, whatever numbers stand for the names. */
  private static List<String> rows(TestDatabase in, KeySpacePath app) {
    List<String> rows = new ArrayList<>();
    for (int tenant = 0; tenant < 10; tenant++) {
      KeySpacePath store = app.add("tenant", "tenant " + tenant).add("store");
      Subspace subspace = in.run(store::toSubspace);
      byte[] prefix = subspace.getKey();
      for (KeyValue row : in.run(c -> c.transaction().getRange(PathKeys.range(prefix)).asList())) {
        rows.add(
            store.toString()
                + HexFormat.of().formatHex(PathKeys.rest(row.getKey(), prefix.length))
                + HexFormat.of().formatHex(row.getValue()));
      }
    }
    return rows;
  }

  private List<ExportPage> export(int bytesMax) {
    List<ExportPage> pages = new ArrayList<>();
    long rows =
        from.database.join(
            KeySpaceTransfer.of(from.database)
                .withPageBytesMax(bytesMax)
                .exportTo(
                    source,
                    Optional.empty(),
                    page -> {
                      pages.add(page);
                      return done();
                    }));
    assertEquals(rows, pages.stream().mapToLong(ExportPage::rows).sum());
    return pages;
  }

  private static CompletableFuture<ByteString> page(List<ExportPage> pages, long number) {
    return CompletableFuture.completedFuture(pages.get((int) number).bytes());
  }

  @Test
  void fiveThousandRowsArriveInSpiteOfFaults() {
    fill();
    to.database.join(
        to.database.run(there.path("app", "other").add("tenant", "tenant 3")::toSubspace));
    List<ExportPage> pages = export(100_000);
    assertTrue(pages.size() >= 5, pages.size() + " pages");
    for (CommitFault fault : CommitFault.values()) {
      to.faults.plant(fault);
      to.faults.plant(fault);
    }
    List<ImportProgress> kept = new ArrayList<>();

    ImportProgress end =
        to.database.join(
            KeySpaceTransfer.of(to.database)
                .importFrom(
                    target,
                    ImportMode.INTO_EMPTY,
                    ImportProgress.start(),
                    number -> page(pages, number),
                    progress -> {
                      kept.add(progress);
                      return done();
                    }));

    assertTrue(to.faults.isUsedUp());
    assertTrue(end.complete());
    assertEquals(ROWS, end.rows());
    assertEquals(end, kept.get(kept.size() - 1));
    assertEquals(rows(from, source), rows(to, target));
    assertEquals(ROWS, rows(to, target).size());
  }

  @Test
  void pageOfManyPathsIsDoneInPartsThatAreKeptOneByOne() {
    from.run(
        context -> {
          CompletableFuture<Void> all = done();
          for (int i = 0; i < 450; i++) {
            all =
                all.thenCombine(
                    source
                        .add("tenant", "t" + i)
                        .toSubspace(context)
                        .thenAccept(subspace -> context.set(subspace.getKey(), new byte[0])),
                    (left, right) -> null);
          }
          return all.thenApply(nothing -> true);
        });
    List<ExportPage> pages = export(ExportPage.BYTES_DEFAULT);
    assertEquals(1, pages.size());
    List<Long> kept = new ArrayList<>();

    to.database.join(
        KeySpaceTransfer.of(to.database)
            .importFrom(
                target,
                ImportMode.INTO_EMPTY,
                ImportProgress.start(),
                number -> page(pages, number),
                progress -> {
                  kept.add(progress.rows());
                  return done();
                }));

    assertEquals(List.of(200L, 400L, 450L), kept);
  }

  @Test
  void bothEndsGoOnWhereTheyFailed() {
    fill();
    KeySpaceTransfer exporter = KeySpaceTransfer.of(from.database).withPageBytesMax(60_000);
    KeySpaceTransfer importer = KeySpaceTransfer.of(to.database);
    List<ExportPage> pages = new ArrayList<>();
    Optional<ByteString> position = Optional.empty();
    int failures = 0;
    do {
      Optional<ByteString> at = position;
      int before = pages.size();
      try {
        from.database.join(
            exporter.exportTo(
                source,
                at,
                page -> {
                  if (pages.size() == before + 2) {
                    return CompletableFuture.failedFuture(new IllegalStateException("sink"));
                  }
                  pages.add(page);
                  return done();
                }));
      } catch (IllegalStateException e) {
        assertEquals("sink", e.getMessage());
        failures++;
      }
      position = pages.get(pages.size() - 1).next();
    } while (position.isPresent());
    assertTrue(failures >= 3, failures + " failures");

    List<ImportProgress> kept = new ArrayList<>(List.of(ImportProgress.start()));
    while (!kept.get(kept.size() - 1).complete()) {
      int before = kept.size();
      try {
        to.database.join(
            importer.importFrom(
                target,
                ImportMode.INTO_EMPTY,
                kept.get(before - 1),
                number -> page(pages, number),
                progress -> {
                  if (kept.size() == before + 2) {
                    return CompletableFuture.failedFuture(new IllegalStateException("kept"));
                  }
                  kept.add(progress);
                  return done();
                }));
      } catch (IllegalStateException e) {
        assertEquals("kept", e.getMessage());
      }
    }
    assertEquals(rows(from, source), rows(to, target));
  }

  @Test
  void exportAtOneVersionDoesNotSeeWhatIsWrittenMeanwhile() {
    fill();
    List<ExportPage> pages = new ArrayList<>();
    long rows =
        from.database.join(
            KeySpaceTransfer.of(from.database)
                .withPageBytesMax(100_000)
                .exportAtOneVersion(
                    source,
                    page -> {
                      pages.add(page);
                      return from.database.run(source::delete);
                    }));
    assertEquals(ROWS, rows);
    assertTrue(pages.size() >= 5);
    assertEquals(false, from.run(source::hasData));
  }

  @Test
  void exportAtOneVersionThatTakesLongerThanFiveSecondsFails() {
    ManualClock time = new ManualClock();
    KeySpace space = space(new Subspace(Tuple.from("slow")), "slow names");
    KeySpacePath app = space.path("app", "shop");
    try (Database engine =
        EmbeddedDatabase.memory(EmbeddedEnvironment.builder().clock(time).build())) {
      RecordDatabase database = from.builder(engine).build();
      database.join(database.run(context -> write(context, app)));
      assertEquals(
          RecordLayerException.Code.TRANSACTION_TOO_OLD,
          codeOf(
              () ->
                  database.join(
                      KeySpaceTransfer.of(database)
                          .withPageBytesMax(1)
                          .exportAtOneVersion(
                              app,
                              page -> {
                                time.advance(Duration.ofSeconds(6));
                                return database.run(context -> write(context, app));
                              }))));
    }
  }

  private static CompletableFuture<Boolean> write(RecordContext context, KeySpacePath app) {
    return app.toSubspace(context)
        .thenApply(
            subspace -> {
              context.set(subspace.getKey(), new byte[] {1});
              context.set(subspace.pack(Tuple.from(1)), new byte[] {2});
              return true;
            });
  }

  @Test
  void exportInPagesSeesWhatIsWrittenMeanwhile() {
    fill();
    long rows =
        from.database.join(
            KeySpaceTransfer.of(from.database)
                .withPageBytesMax(100_000)
                .exportTo(source, Optional.empty(), page -> from.database.run(source::delete)));
    assertTrue(rows < ROWS, rows + " rows");
  }

  @Test
  void pathWithoutDataIsOnePage() {
    List<ExportPage> pages = export(1);
    assertEquals(1, pages.size());
    ImportProgress end =
        to.database.join(
            KeySpaceTransfer.of(to.database)
                .importPage(
                    target, ImportMode.INTO_EMPTY, ImportProgress.start(), pages.get(0).bytes()));
    assertTrue(end.complete());
    assertEquals(0, end.rows());
  }

  @Test
  void wrongPageAndDataInTheWayEndTheImport() {
    fill();
    List<ExportPage> pages = export(100_000);
    KeySpaceTransfer importer = KeySpaceTransfer.of(to.database);
    ImportProgress first =
        to.database.join(
            importer.importPage(
                target, ImportMode.INTO_EMPTY, ImportProgress.start(), pages.get(0).bytes()));
    assertEquals(
        RecordLayerException.Code.CONTINUATION_REFUSED,
        codeOf(
            () ->
                to.database.join(
                    importer.importFrom(
                        target,
                        ImportMode.INTO_EMPTY,
                        first,
                        number -> page(pages, number + 1),
                        progress -> done()))));
    assertEquals(
        RecordLayerException.Code.PATH_NOT_EMPTY,
        codeOf(
            () ->
                to.database.join(
                    importer.importPage(
                        target,
                        ImportMode.INTO_EMPTY,
                        ImportProgress.start(),
                        export(50_000).get(0).bytes()))));
  }

  private static RecordLayerException.Code codeOf(Runnable action) {
    return assertThrows(RecordLayerException.class, action::run).code();
  }

  @Test
  void callersBugsAreToldAtOnce() {
    KeySpaceTransfer transfer = KeySpaceTransfer.of(to.database);
    ImportProgress complete = new ImportProgress(1, 0, 0, 0, true);
    assertThrows(IllegalArgumentException.class, () -> transfer.withPageBytesMax(0));
    assertThrows(
        IllegalArgumentException.class, () -> transfer.withPageBytesMax(ExportPage.BYTES_MAX + 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> transfer.importPage(target, ImportMode.OVERWRITE, complete, ByteString.EMPTY));
    ContextOptions options = ContextOptions.defaults();
    for (ContextOptions old :
        List.of(
            options.withReadVersion(5),
            options.withStaleness(Duration.ofSeconds(1)),
            options.withCausalReadRisky(true))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> transfer.withRun(RunOptions.defaults().withContext(old)));
    }
  }
}
