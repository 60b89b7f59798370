package dev.tenure.examples.geohash;

import static dev.tenure.examples.geohash.Places.place;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.geohash.proto.Place;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.MissingRecord;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Boxes find the places that are in them, and no others. */
final class GeohashIndexTest {
  private static final List<String> COUNTRIES = List.of("a", "b");
  private static final double[] EDGES = {-180, -179.999999, -90, -1e-9, 0, 90, 179.999999, 180};

  private final Places places = new Places();
  private final SplittableRandom random = new SplittableRandom(5);
  private final Map<String, Place> model = new TreeMap<>();

  @AfterEach
  void close() {
    places.close();
  }

  private List<String> found(String index, IndexScan box) {
    return ids(
        places.in(
            store ->
                store
                    .scanRecords(
                        index, box, Continuation.START, ScanOptions.defaults(), MissingRecord.FAIL)
                    .asList()));
  }

  private static List<String> ids(List<StoredRecord> records) {
    return records.stream().map(record -> id(record.message(Place.class))).sorted().toList();
  }

  private static String id(Place place) {
    return place.getCountry() + place.getId();
  }

  @Test
  void placesOfABoxAreFoundByTheIndex() {
    Place bern = place("ch", 1, 46.95, 7.45);
    Place basel = place("ch", 2, 47.56, 7.59);
    Place suva = place("fj", 3, -18.14, 178.44);
    places.save(bern, basel, suva);

    BoxScan switzerland = new BoxScan(45.8, 5.9, 47.9, 10.5);
    List<StoredRecord> inside =
        places.in(
            store ->
                store
                    .scanRecords(
                        "by-place",
                        switzerland,
                        Continuation.START,
                        ScanOptions.defaults(),
                        MissingRecord.FAIL)
                    .asList());

    assertEquals(List.of("ch1", "ch2"), ids(inside));
    assertEquals(List.of("fj3"), found("by-place", new BoxScan(-20, 177, -15, -178)));
    assertEquals(List.of("ch1"), found("by-country", new BoxScan(Tuple.from("ch"), 46, 7, 47, 8)));
    assertEquals(List.of(), found("by-country", new BoxScan(Tuple.from("fj"), 46, 7, 47, 8)));
  }

  @Test
  void datelineHasTwoLongitudesAndAPoleAll() {
    places.save(
        place("d", 1, 10, 180),
        place("d", 2, 10, -180),
        place("p", 1, 90, 17),
        place("p", 2, -90, -120.5),
        place("e", 1, 89.999999, 17));

    assertEquals(List.of("d1", "d2"), found("by-place", new BoxScan(9, 180, 11, 180)));
    assertEquals(List.of("d1", "d2"), found("by-place", new BoxScan(9, -180, 11, -179)));
    assertEquals(List.of("d1", "d2"), found("by-place", new BoxScan(9, 170, 11, -170)));
    assertEquals(List.of(), found("by-place", new BoxScan(9, -170, 11, 170)));
    assertEquals(List.of("p1"), found("by-place", new BoxScan(80, -60, 90, -50)));
    assertEquals(List.of("e1", "p1"), found("by-place", new BoxScan(80, 10, 90, 20)));
    assertEquals(List.of("p2"), found("by-place", new BoxScan(-90, 0, -90, 0)));
  }

  /** Random places, on edges too; updates, deletes and clears; random boxes, by brute force. */
  @Test
  void boxesHaveWhatBruteForceFinds() {
    int inBoxes = 0;
    for (int round = 0; round < 40; round++) {
      change();
      for (int i = 0; i < 10; i++) {
        BoxScan all = box(new Tuple());
        List<String> expected = expected(all);
        assertEquals(expected, found("by-place", all), all::toString);
        BoxScan some = box(Tuple.from(COUNTRIES.get(i % 2)));
        assertEquals(expected(some), found("by-country", some), some::toString);
        inBoxes += expected.size();
      }
    }
    assertTrue(inBoxes > 1_000, "places in boxes: " + inBoxes);
  }

  private void change() {
    places.in(
        store -> {
          for (int i = 0; i < 12; i++) {
            Place place = randomPlace();
            if (random.nextInt(4) == 0) {
              places.database().join(store.delete("Place", key(place)));
              model.remove(id(place));
            } else {
              places.database().join(store.save(place));
              model.put(id(place), place);
            }
          }
          return CompletableFuture.completedFuture(true);
        });
  }

  private static Tuple key(Place place) {
    return Tuple.from(place.getCountry(), place.getId());
  }

  private Place randomPlace() {
    Place.Builder place =
        Place.newBuilder().setCountry(COUNTRIES.get(random.nextInt(2))).setId(random.nextInt(40));
    return random.nextInt(10) == 0
        ? place.build()
        : place.setLatitude(latitude()).setLongitude(longitude()).build();
  }

  private double latitude() {
    return Math.max(-90, Math.min(90, longitude() / (random.nextBoolean() ? 1 : 2)));
  }

  private double longitude() {
    return random.nextInt(3) == 0
        ? EDGES[random.nextInt(EDGES.length)]
        : random.nextDouble() * 360 - 180;
  }

  private BoxScan box(Tuple group) {
    double one = latitude();
    double other = latitude();
    return new BoxScan(group, Math.min(one, other), longitude(), Math.max(one, other), longitude());
  }

  /** Whether a place has a name, of all it has, in the box. */
  private List<String> expected(BoxScan box) {
    List<String> expected = new ArrayList<>();
    for (Place place : model.values()) {
      boolean inGroup = box.group().isEmpty() || box.group().get(0).equals(place.getCountry());
      if (inGroup && place.hasLatitude() && isIn(box, place)) {
        expected.add(id(place));
      }
    }
    return expected.stream().sorted().toList();
  }

  private static boolean isIn(BoxScan box, Place place) {
    double latitude = place.getLatitude();
    List<Double> names = new ArrayList<>(List.of(place.getLongitude()));
    if (Math.abs(latitude) == 90) {
      names.add(box.minLon());
    } else if (Math.abs(place.getLongitude()) == 180) {
      names.add(-place.getLongitude());
    }
    return box.minLat() <= latitude
        && latitude <= box.maxLat()
        && names.stream()
            .anyMatch(
                longitude ->
                    box.minLon() <= box.maxLon()
                        ? box.minLon() <= longitude && longitude <= box.maxLon()
                        : longitude >= box.minLon() || longitude <= box.maxLon());
  }

  @Test
  void scansStopAndGoOnAnywhereInBothDirections() {
    for (int round = 0; round < 10; round++) {
      change();
    }
    BoxScan box = new BoxScan(-70, 100, 80, -30);
    for (boolean reverse : new boolean[] {false, true}) {
      ScanOptions options = ScanOptions.defaults().withReverse(reverse);
      List<IndexEntry> whole = slice(box, Continuation.START, options).items();
      assertTrue(whole.size() > 10, whole.size() + " places");
      for (int rows = 1; rows < 5; rows++) {
        List<IndexEntry> slices = new ArrayList<>();
        Continuation at = Continuation.START;
        while (!at.isEnd()) {
          RecordCursor.Page<IndexEntry> page = slice(box, at, options.withRowsMax(rows));
          slices.addAll(page.items());
          assertEquals(
              page.continuation().isEnd(), page.reason() == CursorResult.Reason.SOURCE_EXHAUSTED);
          at = Continuation.fromBytes(page.continuation().toBytes());
        }
        assertEquals(whole, slices);
      }
      List<IndexEntry> skipped =
          slice(box, Continuation.START, options.withSkip(4).withRowsMax(3)).items();
      assertEquals(whole.subList(4, 7), skipped);
    }
    Continuation behindOne =
        slice(box, Continuation.START, ScanOptions.defaults().withRowsMax(1)).continuation();
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class,
            () -> slice(new BoxScan(-70, 100, 80, -31), behindOne, ScanOptions.defaults()));
    assertEquals(Code.CONTINUATION_REFUSED, refused.code());
  }

  private RecordCursor.Page<IndexEntry> slice(BoxScan box, Continuation from, ScanOptions options) {
    return places.in(store -> store.scanIndex("by-place", box, from, options).asPage());
  }

  @Test
  void rebuiltIndexFindsTheSame() {
    for (int round = 0; round < 5; round++) {
      change();
    }
    BoxScan box = new BoxScan(-90, -180, 90, 180);
    List<String> before = found("by-place", box);
    places.in(store -> store.rebuildIndex("by-place", BuildLimits.defaults()));
    assertEquals(before, found("by-place", box));
    assertEquals(expected(box), before);
  }

  @Test
  void otherRowsAreDamage() {
    places.save(place("a", 1, 0, 0));
    long cell = BoxScan.cell(0, 0);
    for (Tuple row :
        List.of(
            Tuple.from(cell),
            Tuple.from(cell, 0.0, 0.0),
            Tuple.from(cell, 0.0, "x", "a", 1),
            Tuple.from(cell, "x", 0.0, "a", 1),
            Tuple.from(cell, 0.0, 0.0, "a", 1, 2))) {
      RecordLayerException damaged =
          assertThrows(
              RecordLayerException.class,
              () ->
                  places.in(
                      store -> {
                        store.context().set(store.index("by-place").keys().key(row), new byte[0]);
                        return store
                            .scanIndex(
                                "by-place",
                                new BoxScan(-1, -1, 1, 1),
                                Continuation.START,
                                ScanOptions.defaults())
                            .asList();
                      }));
      assertEquals(Code.DAMAGED, damaged.code(), row::toString);
    }
  }

  @Test
  void groupIsDeletedAsARangeOnlyWhereAllIndexesBeginWithIt() {
    places.save(place("a", 1, 0, 0));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            places.in(
                store -> {
                  store.deleteWhere("Place", Tuple.from("a"));
                  return CompletableFuture.completedFuture(true);
                }));
    assertEquals(List.of("a1"), found("by-country", new BoxScan(Tuple.from("a"), -1, -1, 1, 1)));
  }

  @Test
  void degreesThatAreNotOfTheEarthAndOtherScansAreRefused() {
    for (Place wrong :
        List.of(
            place("a", 1, 90.1, 0),
            place("a", 1, 0, -180.1),
            place("a", 1, Double.NaN, 0),
            place("a", 1, 0, Double.POSITIVE_INFINITY))) {
      RecordLayerException refused =
          assertThrows(RecordLayerException.class, () -> places.save(wrong));
      assertEquals(Code.KEY_NOT_COMPUTABLE, refused.code());
    }
    assertThrows(IllegalArgumentException.class, () -> new BoxScan(1, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new BoxScan(0, Double.NaN, 0, 0));
    assertThrows(
        IllegalArgumentException.class, () -> found("by-place", IndexScan.range(TupleRange.all())));
    RecordMetaData.Builder one =
        Places.metaDataBuilder()
            .recordType(Place.getDefaultInstance(), type -> type.primaryKey(field("id")))
            .index("Place", Index.of("bad", GeohashIndexType.GEOHASH, field("latitude")));
    assertThrows(IllegalArgumentException.class, one::build);
  }
}
