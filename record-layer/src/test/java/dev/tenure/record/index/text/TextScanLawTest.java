package dev.tenure.record.index.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorLaw;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanLimits;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The slices of a text scan, one behind another, are the whole: every query, every limit. */
final class TextScanLawTest {
  private static final int NOTES = 30;
  private static final ScanOptions ALL = ScanOptions.defaults();
  private static final List<IndexScan> SCANS =
      List.of(
          scan(TextQuery.token("all")),
          scan(TextQuery.all("all even")),
          scan(TextQuery.all("even third")),
          scan(TextQuery.any("fifth third")),
          scan(TextQuery.prefix("th")),
          scan(TextQuery.prefix("e")),
          scan(TextQuery.phrase("all even")),
          scan(TextQuery.phrase("even third")),
          scan(TextQuery.near("all third", 2)),
          scan(TextQuery.token("all").except(TextQuery.token("even"))),
          scan(TextQuery.token("even").except(TextQuery.all("even third"))),
          scan(TextQuery.or(TextQuery.phrase("all third"), TextQuery.all("fifth even"))),
          scan(TextQuery.and(TextQuery.any("even third"), TextQuery.any("fifth all"))),
          IndexScan.range(TupleRange.all()));

  private final Texts texts =
      new Texts(Texts.of(Texts.titles().option(TextIndexType.BUNCH_SIZE, "3")));

  private static TextScan scan(TextQuery query) {
    return TextScan.of(query);
  }

  @BeforeEach
  void fill() {
    String[] titles = new String[NOTES];
    for (int i = 0; i < NOTES; i++) {
      titles[i] =
          "all"
              + (i % 2 == 0 ? " even" : " odd")
              + (i % 3 == 0 ? " third" : "")
              + (i % 5 == 0 ? " fifth" : "");
    }
    texts.saveTitles(titles);
  }

  @AfterEach
  void close() {
    texts.close();
  }

  private <T> T inContext(Function<RecordContext, T> body) {
    try (RecordContext context = texts.database.openContext()) {
      return body.apply(context);
    }
  }

  private RecordCursor<IndexEntry> open(
      RecordContext context, IndexScan scan, Continuation from, ScanOptions options) {
    return context.join(texts.open(context)).scanIndex(Texts.INDEX, scan, from, options);
  }

  private List<CursorResult<IndexEntry>> results(
      IndexScan scan, Continuation from, ScanOptions options) {
    return inContext(
        context ->
            context.join(
                CursorLaw.results(
                    open(context, scan, from, options)
                        .map(
                            entry -> {
                              texts.test.clock.advance(CursorLaw.ROW_TIME);
                              return entry;
                            }))));
  }

  @Test
  void slicesOfEveryScanAreTheWhole() {
    for (IndexScan scan : SCANS) {
      for (boolean reverse : new boolean[] {false, true}) {
        ScanOptions options = ALL.withReverse(reverse);
        List<IndexEntry> whole =
            CursorLaw.check(
                scan + options.toString(),
                (from, limited) -> results(scan, from, limited),
                options,
                new SplittableRandom(9));
        assertTrue(!whole.isEmpty(), scan.toString());
        CursorLaw.check(
            scan + " skipping",
            (from, limited) -> results(scan, from, limited),
            options.withSkip(2),
            new SplittableRandom(9));
      }
    }
  }

  @Test
  void stopWithoutARecordIsBehindWhatWasLookedAt() {
    IndexScan none = scan(TextQuery.phrase("third all"));
    Continuation from = Continuation.START;
    int slices = 0;
    while (!from.isEnd()) {
      Continuation at = Continuation.fromBytes(from.toBytes());
      RecordCursor.Page<IndexEntry> page =
          inContext(
              context -> context.join(open(context, none, at, ALL.withRecordsMax(1)).asPage()));
      assertEquals(List.of(), page.items());
      from = page.continuation();
      slices++;
    }
    assertTrue(slices > 5 && slices <= NOTES, slices + " slices");
  }

  @Test
  void failingLimitFails() {
    ScanOptions failing = ALL.withLimits(ScanLimits.none().withRecordsMax(1).withFailing(true));
    for (TextQuery query : List.of(TextQuery.token("all"), TextQuery.phrase("third all"))) {
      RecordLayerException failed =
          assertThrows(
              RecordLayerException.class, () -> results(scan(query), Continuation.START, failing));
      assertEquals(RecordLayerException.Code.SCAN_BUDGET_EXCEEDED, failed.code());
    }
  }

  @Test
  void continuationOfAnotherScanIsRefused() {
    Continuation at =
        results(scan(TextQuery.token("all")), Continuation.START, ALL).get(0).continuation();
    for (IndexScan other :
        List.of(
            scan(TextQuery.token("even")),
            scan(TextQuery.prefix("all")),
            IndexScan.range(TupleRange.all()))) {
      assertRefused(other, at, ALL);
    }
    assertRefused(scan(TextQuery.token("all")), at, ALL.withReverse(true));
    assertEquals(
        NOTES, results(scan(TextQuery.token("ALL!")), at, ALL).size(), "the same in tokens");
  }

  private void assertRefused(IndexScan scan, Continuation from, ScanOptions options) {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> results(scan, from, options));
    assertEquals(RecordLayerException.Code.CONTINUATION_REFUSED, refused.code());
  }

  @Test
  void commonTokenIsNotReadWhereTheRareOneIsNot() {
    texts.does(
        store -> {
          for (int id = 100; id < 1_100; id++) {
            Texts.save(store, Texts.note(id, "all"));
          }
          Texts.save(store, Texts.note(2_000, "all rare"));
        });
    long read =
        inContext(
            context -> {
              ScanBudget budget = new ScanBudget(ScanLimits.none(), texts.test.clock);
              assertEquals(
                  1,
                  context
                      .join(
                          open(
                                  context,
                                  scan(TextQuery.all("all rare")),
                                  Continuation.START,
                                  ALL.withBudget(budget))
                              .asList())
                      .size());
              return budget.records();
            });
    assertTrue(read < 20, read + " bunches of some 350");
  }
}
