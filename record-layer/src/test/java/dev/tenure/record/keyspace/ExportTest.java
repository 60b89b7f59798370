package dev.tenure.record.keyspace;

import static dev.tenure.record.keyspace.KeySpaceDirectory.any;
import static dev.tenure.record.keyspace.KeySpaceDirectory.constant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

final class ExportTest {
  private final KeySpaceFixture test = new KeySpaceFixture();
  private final KeySpaceFixture other = new KeySpaceFixture();
  private final NameInterner names = new NameInterner(new Subspace(new byte[] {'n'}));
  private final NameInterner otherNames = new NameInterner(new Subspace(Tuple.from("names")));
  private final KeySpace space = space(new Subspace(Tuple.from("k")), names);
  private final KeySpace otherSpace = space(new Subspace(new byte[] {7, 0, 9}), otherNames);

  private static KeySpace space(Subspace subspace, NameInterner names) {
    return KeySpace.of(
        subspace,
        names,
        any(
            "app",
            DirectoryType.NAME,
            any("user", DirectoryType.NAME, constant("inbox", DirectoryType.LONG, 1)),
            any("blob", DirectoryType.BYTES)),
        constant("log", DirectoryType.STRING, "log"));
  }

  @AfterEach
  void close() {
    test.close();
    other.close();
  }

  private static List<ExportPage> export(KeySpaceFixture from, KeySpacePath path, int bytesMax) {
    List<ExportPage> pages = new ArrayList<>();
    Optional<ByteString> next = Optional.empty();
    do {
      Optional<ByteString> at = next;
      pages.add(from.run(context -> path.exportPage(context, at, bytesMax)));
      next = pages.get(pages.size() - 1).next();
    } while (next.isPresent());
    return pages;
  }

  private static ImportProgress imported(
      KeySpaceFixture to, KeySpacePath path, List<ExportPage> pages, ImportMode mode) {
    ImportProgress progress = ImportProgress.start();
    for (ExportPage page : pages) {
      long number = progress.pages();
      while (progress.pages() == number) {
        ImportProgress from = progress;
        progress = to.run(context -> path.importPage(context, from, page.bytes(), mode));
      }
    }
    return progress;
  }

  private static void set(KeySpaceFixture in, KeySpacePath path, ByteString rest, byte[] value) {
    in.run(
        context ->
            path.toSubspace(context)
                .thenApply(
                    subspace -> {
                      context.set(
                          ByteString.copyFrom(subspace.getKey()).concat(rest).toByteArray(), value);
                      return true;
                    }));
  }

  /** Everything below a path: path below it, rest of the key, value. */
  private static SortedMap<String, String> content(KeySpaceFixture in, KeySpacePath root) {
    SortedMap<String, String> content = new TreeMap<>();
    in.run(root::findSubspace)
        .ifPresent(
            subspace -> {
              for (KeyValue row : in.rows(subspace)) {
                ResolvedKey key = in.run(c -> root.space().resolve(c, row.getKey()));
                String below = key.path().toString().substring(root.toString().length());
                content.put(
                    below + " " + HexFormat.of().formatHex(key.remainder().toByteArray()),
                    HexFormat.of().formatHex(row.getValue()));
              }
            });
    return content;
  }

  private static ByteString bytes(String text) {
    return ByteString.copyFrom(text, StandardCharsets.ISO_8859_1);
  }

  private void fillApp(String app) {
    KeySpacePath path = space.path("app", app);
    for (int i = 0; i < 10; i++) {
      for (int row = 0; row < 5; row++) {
        KeySpacePath inbox = path.add("user", "user-" + i).add("inbox");
        set(test, inbox, ByteString.copyFrom(Tuple.from(row).pack()), new byte[] {(byte) row});
      }
    }
    set(test, path.add("blob", new byte[] {0}), bytes("\0\1\u00ff"), new byte[0]);
    set(test, path.add("blob", new byte[] {0, -1}), ByteString.EMPTY, new byte[500]);
    set(test, path, ByteString.EMPTY, new byte[] {'o', 'w', 'n'});
  }

  private static RecordLayerException.Code codeOf(Runnable action) {
    return assertThrows(RecordLayerException.class, action::run).code();
  }

  @Test
  void importIntoAnotherDatabaseGivesTheSameContentBelowAnotherRoot() {
    fillApp("shop");
    other.run(context -> otherNames.intern(context, "user-3"));
    KeySpacePath target = otherSpace.path("app", "desk");

    for (int bytesMax : new int[] {1, 50, 300, ExportPage.BYTES_DEFAULT}) {
      List<ExportPage> pages = export(test, space.path("app", "shop"), bytesMax);
      assertEquals(53, pages.stream().mapToInt(ExportPage::rows).sum());
      assertEquals(bytesMax == 1 ? 53 : pages.size(), pages.size());
      ImportProgress progress = imported(other, target, pages, ImportMode.INTO_EMPTY);

      assertTrue(progress.complete());
      assertEquals(List.of(53L, (long) pages.size()), List.of(progress.rows(), progress.pages()));
      assertEquals(content(test, space.path("app", "shop")), content(other, target));
      other.run(target::delete);
    }
  }

  @Test
  void pathWithoutNamesKeepsItsBytesExactly() {
    KeySpacePath log = space.path("log");
    KeySpacePath target = otherSpace.path("log");
    for (String rest : new String[] {"", "\0", "\0\u00ff", "a", "\1\2\3", "\u00fe"}) {
      set(test, log, bytes(rest), rest.getBytes(StandardCharsets.UTF_8));
    }
    imported(other, target, export(test, log, 10), ImportMode.INTO_EMPTY);

    assertEquals(suffixes(test, log), suffixes(other, target));
    assertEquals(6, suffixes(other, target).size());
  }

  private static List<String> suffixes(KeySpaceFixture in, KeySpacePath path) {
    Subspace subspace = in.run(path::toSubspace);
    return in.rows(subspace).stream()
        .map(
            row ->
                HexFormat.of().formatHex(PathKeys.rest(row.getKey(), subspace.getKey().length))
                    + "="
                    + HexFormat.of().formatHex(row.getValue()))
        .toList();
  }

  @RepeatedTest(10)
  void randomTreesRoundTrip() {
    RandomGenerator random = KeySpaceFixture.random("ExportTest");
    RandomKeySpace randomSpace = new RandomKeySpace(random);
    List<KeySpaceDirectory> top = randomSpace.siblings(3);
    KeySpace from = randomSpace.space(new Subspace(Tuple.from("r")), names, top);
    KeySpace to = randomSpace.space(new Subspace(new byte[] {3}), otherNames, top);
    for (int i = 0; i < 40; i++) {
      KeySpacePath path = randomSpace.path(from);
      boolean leaf = path.directory().children().isEmpty();
      set(test, path, leaf ? randomSpace.rest() : ByteString.EMPTY, randomSpace.bytes());
    }
    List<ExportPage> pages = export(test, from.root(), 1 + random.nextInt(300));
    imported(other, to.root(), pages, ImportMode.INTO_EMPTY);

    assertEquals(content(test, from.root()), content(other, to.root()));
  }

  @Test
  void pathWithoutDataExportsOneEmptyPage() {
    for (String app : new String[] {"never", "interned"}) {
      List<ExportPage> pages = export(test, space.path("app", app), 100);
      assertEquals(List.of(1, 0), List.of(pages.size(), pages.get(0).rows()));
      ImportProgress progress =
          imported(other, otherSpace.path("app", "x"), pages, ImportMode.INTO_EMPTY);
      assertTrue(progress.complete());
      test.run(context -> names.intern(context, "interned"));
    }
  }

  @Test
  void bytesOfAPageAreAsDocumented() {
    set(test, space.path("app", "a").add("blob", new byte[] {5}), bytes("k"), new byte[] {6});
    byte[] page = export(test, space.path("app", "a"), 100).get(0).bytes().toByteArray();

    assertEquals(
        "01"
            + "00"
            + hex(page, 2, 6)
            + "03617070"
            + "08" // format, page, page before, directory
            + "01"
            + "01"
            + "04626c6f62"
            + "01"
            + "0105" // group of one element: blob, bytes
            + "02"
            + "016b"
            + "0106" // row
            + "00"
            + "01", // end, last
        hex(page, 0, page.length - 4));
  }

  private static String hex(byte[] bytes, int begin, int end) {
    return HexFormat.of().formatHex(bytes, begin, end);
  }

  @Test
  void targetWithDataIsRefusedUnlessToldOtherwise() {
    fillApp("shop");
    KeySpacePath target = otherSpace.path("app", "desk");
    KeySpacePath foreign = target.add("blob", new byte[] {9});
    set(other, foreign, bytes("x"), new byte[] {1});
    List<ExportPage> pages = export(test, space.path("app", "shop"), 300);

    assertEquals(
        RecordLayerException.Code.PATH_NOT_EMPTY,
        codeOf(() -> imported(other, target, pages, ImportMode.INTO_EMPTY)));
    assertEquals(1, content(other, target).size());

    imported(other, target, pages, ImportMode.OVERWRITE);
    assertEquals(54, content(other, target).size());
    other.run(
        context ->
            foreign
                .toSubspace(context)
                .thenAccept(at -> context.clear(PathKeys.range(at.getKey()))));
    assertEquals(content(test, space.path("app", "shop")), content(other, target));
  }

  @Test
  void laterPageRefusesToOverwriteWhatAppearedMeanwhile() {
    KeySpacePath log = space.path("log");
    KeySpacePath target = otherSpace.path("log");
    set(test, log, bytes("a"), new byte[] {1});
    set(test, log, bytes("b"), new byte[] {2});
    List<ExportPage> pages = export(test, log, 1);
    ImportProgress first = imported(other, target, pages.subList(0, 1), ImportMode.INTO_EMPTY);
    set(other, target, bytes("b"), new byte[] {3});

    assertEquals(
        RecordLayerException.Code.PATH_NOT_EMPTY,
        codeOf(
            () ->
                other.run(
                    c ->
                        target.importPage(c, first, pages.get(1).bytes(), ImportMode.INTO_EMPTY))));
  }

  @Test
  void pageMayBeRepeatedWhenItsCommitIsNotKnown() {
    fillApp("shop");
    KeySpacePath target = otherSpace.path("app", "desk");
    ImportProgress progress = ImportProgress.start();
    for (ExportPage page : export(test, space.path("app", "shop"), 300)) {
      ImportProgress from = progress;
      for (int i = 0; i < 2; i++) {
        progress = other.run(c -> target.importPage(c, from, page.bytes(), ImportMode.INTO_EMPTY));
      }
    }
    assertEquals(content(test, space.path("app", "shop")), content(other, target));
    assertEquals(53, progress.rows());
  }

  @Test
  void writeIntoTheTargetDuringAnImportEndsItsCommit() {
    fillApp("shop");
    KeySpacePath target = otherSpace.path("app", "desk");
    ExportPage page = export(test, space.path("app", "shop"), 300).get(0);
    try (RecordContext context = other.database.openContext()) {
      context.join(
          target.importPage(context, ImportProgress.start(), page.bytes(), ImportMode.INTO_EMPTY));
      set(other, target.add("blob", new byte[] {9}), bytes("x"), new byte[] {1});
      assertEquals(
          RecordLayerException.Code.COMMIT_CONFLICT, codeOf(() -> context.join(context.commit())));
    }
  }

  @Test
  void pagesOutOfOrderOrOfAnotherExportAreRefused() {
    fillApp("shop");
    fillApp("mall");
    KeySpacePath target = otherSpace.path("app", "desk");
    List<ExportPage> pages = export(test, space.path("app", "shop"), 300);
    List<ExportPage> foreign = export(test, space.path("app", "mall"), 301);
    ImportProgress first = imported(other, target, pages.subList(0, 1), ImportMode.INTO_EMPTY);

    for (ExportPage wrong : List.of(pages.get(0), pages.get(2), foreign.get(1))) {
      assertEquals(
          RecordLayerException.Code.CONTINUATION_REFUSED,
          codeOf(
              () ->
                  other.run(
                      c -> target.importPage(c, first, wrong.bytes(), ImportMode.OVERWRITE))));
    }
  }

  @Test
  void pathsThatDoNotFitAreRefused() {
    fillApp("shop");
    List<ExportPage> pages = export(test, space.path("app", "shop"), 100_000);
    KeySpace narrow =
        KeySpace.of(
            new Subspace(new byte[] {9}),
            otherNames,
            any("app", DirectoryType.NAME, any("user", DirectoryType.NAME)),
            any("user", DirectoryType.STRING));

    for (KeySpacePath wrong :
        List.of(
            narrow.path("app", "x"),
            narrow.path("user", "x"),
            otherSpace.root(),
            otherSpace.path("log"))) {
      assertEquals(
          RecordLayerException.Code.PATH_UNKNOWN,
          codeOf(() -> imported(other, wrong, pages, ImportMode.INTO_EMPTY)));
    }
    assertEquals(List.of(), other.rows(narrow.subspace()));
  }

  @Test
  void keyOfNoDirectoryEndsTheExportInATypedError() {
    fillApp("shop");
    Subspace app = test.run(space.path("app", "shop")::toSubspace);
    test.set(app.pack(Tuple.from(1.5, "x")), new byte[0]);

    assertEquals(
        RecordLayerException.Code.PATH_UNKNOWN,
        codeOf(() -> export(test, space.path("app", "shop"), 1_000)));
  }

  @Test
  void pageLargerThanATransactionIsWrittenInParts() {
    KeySpace deep = space(new Subspace(new byte[3_000]), otherNames);
    for (int i = 0; i < 1_200; i += 200) {
      int first = i;
      test.run(
          context ->
              space
                  .path("log")
                  .toSubspace(context)
                  .thenAccept(
                      log -> {
                        for (int row = first; row < first + 200; row++) {
                          context.set(log.pack(Tuple.from(row)), new byte[10]);
                        }
                      }));
    }
    List<ExportPage> pages = export(test, space.path("log"), ExportPage.BYTES_MAX);
    assertEquals(1, pages.size());
    ImportProgress first =
        other.run(
            c ->
                deep.path("log")
                    .importPage(
                        c, ImportProgress.start(), pages.get(0).bytes(), ImportMode.INTO_EMPTY));

    assertTrue(first.rowsInPage() > 400 && first.rowsInPage() < 460, first.toString());
    other.run(deep.path("log")::delete);
    ImportProgress done = imported(other, deep.path("log"), pages, ImportMode.INTO_EMPTY);
    assertEquals(1_200, done.rows());
    assertEquals(suffixes(test, space.path("log")), suffixes(other, deep.path("log")));
  }

  @Test
  void manyPathsAreWrittenInParts() {
    KeySpacePath shop = space.path("app", "shop");
    test.run(
        context ->
            shop.toSubspace(context)
                .thenAccept(
                    app -> {
                      for (int i = 0; i < 500; i++) {
                        byte[] blob = {(byte) (i >> 8), (byte) i};
                        context.set(app.pack(Tuple.from(blob, "x")), new byte[1]);
                      }
                    }));
    List<ExportPage> pages = export(test, shop, ExportPage.BYTES_DEFAULT);
    KeySpacePath target = otherSpace.path("app", "desk");
    ImportProgress first =
        other.run(
            c ->
                target.importPage(
                    c, ImportProgress.start(), pages.get(0).bytes(), ImportMode.OVERWRITE));

    assertEquals(200, first.rowsInPage());
    other.run(target::delete);
    imported(other, target, pages, ImportMode.INTO_EMPTY);
    assertEquals(content(test, shop), content(other, target));
  }

  @Test
  void callersBugsAreToldAtOnce() {
    try (RecordContext context = test.database.openContext()) {
      for (int bytesMax : new int[] {0, -1, ExportPage.BYTES_MAX + 1}) {
        assertThrows(
            IllegalArgumentException.class,
            () -> space.root().exportPage(context, Optional.empty(), bytesMax));
      }
      assertThrows(
          IllegalArgumentException.class,
          () ->
              space
                  .root()
                  .importPage(
                      context,
                      new ImportProgress(1, 0, 0, 0, true),
                      ByteString.EMPTY,
                      ImportMode.OVERWRITE));
      assertThrows(IllegalArgumentException.class, () -> new ImportProgress(-1, 0, 0, 0, false));
    }
  }
}
