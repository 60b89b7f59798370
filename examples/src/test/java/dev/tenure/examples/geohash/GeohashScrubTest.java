package dev.tenure.examples.geohash;

import static dev.tenure.examples.geohash.Places.place;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.scrub.Fault;
import dev.tenure.record.scrub.IndexScrubber;
import dev.tenure.record.scrub.ScrubReport;
import dev.tenure.record.store.StoreOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The scrubber looks an index of a client's own type through. */
final class GeohashScrubTest {
  private final Places places = new Places();

  @AfterEach
  void close() {
    places.close();
  }

  private ScrubReport repair(StoreOptions store) {
    return places
        .database()
        .join(
            IndexScrubber.builder(places.database(), store, "by-place")
                .repair(true)
                .build()
                .run());
  }

  @Test
  void rowsThatDoNotFitAreFoundAndRepaired() {
    places.save(place("ch", 1, 46.95, 7.45), place("fj", 3, -18.14, 178.44));
    StoreOptions store =
        places.in(
            open -> {
              IndexKeys keys = open.index("by-place").keys();
              open.context().clear(keys.range(new Tuple()));
              open.context().set(keys.key(Tuple.from(1, 46.0, 7.0, "ch", 9)), new byte[0]);
              open.context().set(keys.key(Tuple.from("no point")), new byte[0]);
              return CompletableFuture.completedFuture(
                  StoreOptions.of(open.subspace(), open.metaData()));
            });

    List<Kind> kinds = repair(store).faults().stream().map(Fault::kind).toList();

    assertEquals(
        List.of(Kind.UNDECODABLE, Kind.DANGLING, Kind.MISSING, Kind.MISSING), kinds);
    assertTrue(repair(store).isClean());
  }
}
