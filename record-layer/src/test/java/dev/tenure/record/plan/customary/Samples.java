package dev.tenure.record.plan.customary;

import static dev.tenure.record.key.Keys.field;

import com.google.protobuf.ByteString;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor.Page;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.customary.Line;
import dev.tenure.record.test.customary.Place;
import dev.tenure.record.test.customary.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** A store of a hundred samples, as their message type describes them, with some indexes. */
final class Samples implements AutoCloseable {
  static final int COUNT = 100;
  private static final List<String> WORDS =
      List.of("anchor", "boat", "cabin", "deck", "ebb", "fluke", "gale", "hull", "island", "jib");
  private static final List<String> CITIES = List.of("Delft", "Hoorn", "Medemblik", "Texel");

  private static final Pattern SCANNED = Pattern.compile("scanned \\d+ rows");

  private final TestDatabase test = new TestDatabase();
  private final RecordContext context;
  final RecordStore store;

  Samples(List<Index> indexes) {
    RecordMetaData.Builder metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(Sample.getDefaultInstance(), type -> type.primaryKey(field("id")));
    indexes.forEach(index -> metaData.index("Sample", index));
    RecordMetaData built = metaData.build();
    test.database.join(
        test.database.run(
            each ->
                RecordStore.open(each, test.subspace, built, OpenMode.CREATE_OR_OPEN)
                    .thenCompose(Samples::fill)));
    context = test.database.openContext();
    store = context.join(RecordStore.open(context, test.subspace, built, OpenMode.CREATE_OR_OPEN));
  }

  private static CompletableFuture<Void> fill(RecordStore store) {
    return CompletableFuture.allOf(
        all().stream().map(store::save).toArray(CompletableFuture<?>[]::new));
  }

  /** The samples, by their number. */
  static List<Sample> all() {
    return LongStream.range(0, COUNT).mapToObj(Samples::sample).toList();
  }

  private static Sample sample(long id) {
    int number = (int) id;
    Sample.Builder sample =
        Sample.newBuilder()
            .setId(id)
            .setParity(number % 2 == 0 ? "even" : "odd")
            .setSerial(1000 - number)
            .setThird(number % 3)
            .setTitle(WORDS.get(number % 10) + " " + WORDS.get(number / 10))
            .setWeight(number / 4.0 - 5)
            .setCode(ByteString.copyFrom(new byte[] {(byte) (number % 7), (byte) number}))
            .setMarked(number % 25 == 0)
            .setPlace(place(number));
    if (number % 10 != 9) {
      sample.setFifth(number % 5);
    }
    for (int i = 0; i < number % 4; i++) {
      sample.addStep(i);
      sample.addLine(Line.newBuilder().setItem(WORDS.get((number + i) % 10)).setCount(i));
    }
    return sample.build();
  }

  private static Place place(int number) {
    Place.Builder place = Place.newBuilder().setCity(CITIES.get(number % 4));
    return number % 6 == 5 ? place.build() : place.setFloor(number % 6).build();
  }

  QueryPlan plan(RecordQuery query) {
    return store.plan(query);
  }

  List<Long> ids(RecordQuery query) {
    return context.join(store.query(query).asList()).stream()
        .map(each -> each.primaryKey().getLong(0))
        .toList();
  }

  /** The rows of executions that go on from each other's continuations. */
  List<Long> ids(RecordQuery query, ScanOptions cut) {
    QueryPlan plan = store.plan(query);
    List<Long> ids = new ArrayList<>();
    Continuation from = Continuation.START;
    while (!from.isEnd()) {
      Page<StoredRecord> page =
          context.join(store.queries().records(plan, Bindings.none(), from, cut).asPage());
      page.items().forEach(each -> ids.add(each.primaryKey().getLong(0)));
      from = Continuation.fromBytes(page.continuation().toBytes());
    }
    return ids;
  }

  /** How many rows the scans of a plan have read. */
  String scanned(QueryPlan plan) {
    String text =
        context.join(store.queries().analyze(plan, Bindings.none(), ScanOptions.defaults()));
    Matcher scanned = SCANNED.matcher(text);
    if (!scanned.find()) {
      throw new AssertionError(text);
    }
    return scanned.group();
  }

  @Override
  public void close() {
    context.close();
    test.close();
  }
}
