package dev.tenure.queue.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.queue.proto.StoredSchemaMark;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of rows with other bytes, and of marks page by page. */
final class SchemaFormatsTest {
  private static final byte[] DAMAGED = {8};

  private final TestCluster cluster = TestCluster.start();
  private final RecordDatabase database = cluster.database;
  private final SchemaKeys keys = new SchemaKeys(new Subspace(new byte[] {1}));
  private final SchemaMarks marks = new SchemaMarks(keys, "mail");

  @AfterEach
  void close() {
    cluster.close();
  }

  private <T> T run(Function<RecordContext, CompletableFuture<T>> body) {
    return TestCluster.join(database.run(body));
  }

  private void write(byte[] key) {
    run(
        context -> {
          context.set(key, DAMAGED);
          return CompletableFuture.completedFuture(true);
        });
  }

  private static void assertCorrupt(CompletableFuture<?> read, String place) {
    QueueException error =
        TestCluster.join(
            read.handle(
                (value, thrown) ->
                    thrown == null
                        ? fail("read " + value)
                        : (QueueException) FdbErrorPredicates.unwrap(thrown)));
    assertEquals(QueueException.Code.CORRUPT, error.code());
    assertTrue(error.toString().contains(place), error.toString());
  }

  @Test
  void otherBytesOfARowAreToldWithTheirKey() {
    write(keys.rollOut("mail"));
    assertCorrupt(
        database.run(context -> new RollOutRows(keys).find(context, "mail", true)), "mail");
  }

  @Test
  void otherBytesOfAMarkAreToldWithTheirTenant() {
    write(keys.marks("mail").pack(Tuple.from("ahab")));
    assertCorrupt(database.run(context -> marks.page(context, "", 10, true)), "mail/ahab");
  }

  @Test
  void marksComePageByPageInTheOrderOfUsers() {
    StoredSchemaMark mark =
        StoredSchemaMark.newBuilder().setKind(StoredSchemaMark.Kind.MOVING).setReason("r").build();
    run(
        context -> {
          List.of("b", "a", "aa").forEach(user -> marks.set(context, user, mark));
          new SchemaMarks(keys, "mailing").set(context, "a", mark);
          return CompletableFuture.completedFuture(true);
        });
    assertEquals(List.of("a", "aa"), users("", 2));
    assertEquals(List.of("aa", "b"), users("a", 10));
    assertEquals(List.of(), users("b", 10));
  }

  private List<String> users(String after, int max) {
    return run(context -> marks.page(context, after, max, false)).stream()
        .map(SchemaMarks.Marked::user)
        .toList();
  }

  @Test
  void anArrivingStoreOfAnOlderSchemaIsMarkedAndBeginsAnEndedRollOutAgain() {
    RollOutRows rows = new RollOutRows(keys);
    StoredRollOut done =
        StoredRollOut.newBuilder()
            .setVersion(4)
            .setRun(1)
            .setPhase(StoredRollOut.Phase.DONE)
            .setEndedMillis(9)
            .build();
    run(
        context -> {
          rows.write(context, "mail", done);
          return CompletableFuture.completedFuture(true);
        });
    assertEquals(Optional.empty(), run(context -> rows.arrive(context, "mail", "new", 4, false)));
    assertEquals(Optional.empty(), run(context -> rows.arrive(context, "other", "any", 1, false)));
    assertEquals(List.of(), users("", 10));

    assertTrue(run(context -> rows.arrive(context, "mail", "halfway", 4, true)).isPresent());
    assertEquals(List.of("halfway"), users("", 10));
    run(
        context -> {
          rows.write(context, "mail", done);
          new SchemaMarks(keys, "mail").clear(context, "halfway");
          return CompletableFuture.completedFuture(true);
        });
    assertTrue(run(context -> rows.arrive(context, "mail", "old", 3, false)).isPresent());
    assertEquals(List.of("old"), users("", 10));
    StoredRollOut again = run(context -> rows.find(context, "mail", true)).orElseThrow();
    assertEquals(StoredRollOut.Phase.BUILDING, again.getPhase());
    assertEquals(2, again.getRun());
    assertEquals(
        Optional.empty(),
        run(context -> rows.arrive(context, "mail", "older", 2, false)),
        "the roll-out under way visits it");
    assertEquals(List.of("old", "older"), users("", 10));
  }
}
