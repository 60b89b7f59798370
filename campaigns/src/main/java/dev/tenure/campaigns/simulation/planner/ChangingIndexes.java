package dev.tenure.campaigns.simulation.planner;

import static dev.tenure.record.error.RecordLayerException.Code.CONTINUATION_REFUSED;
import static dev.tenure.record.error.RecordLayerException.Code.INDEX_NOT_READABLE;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.campaigns.queries.Asked;
import dev.tenure.campaigns.queries.QueryStore;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.RecordStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Runs one query in slices, each in its own transaction, while indexes become unreadable and
 * readable again between the slices. A slice gives the rows that come next, or it is refused
 * because an index cannot be read, and is repeated when all can. A plan that is made in the
 * transaction never meets an index that cannot be read, and gives all rows; a continuation of
 * another plan or of other values is refused.
 */
final class ChangingIndexes {
  private static final int ROWS_MAX = 3;

  private final QueryStore store;
  private final EdgeCounts edges;
  private final Asked asked;
  private final PlannerOptions options;
  private final Asked.Plan plan;
  private final List<QueryRow> expected;
  private final RandomGenerator random;
  private final List<QueryRow> rows = new ArrayList<>();
  private Continuation from = Continuation.START;

  /**
   * A query whose rows are known.
   *
   * @param expected the rows of the query
   */
  ChangingIndexes(
      QueryStore store,
      EdgeCounts edges,
      Asked asked,
      PlannerOptions options,
      Asked.Plan plan,
      List<QueryRow> expected) {
    this.store = store;
    this.edges = edges;
    this.asked = asked;
    this.options = options;
    this.plan = plan;
    this.expected = expected;
    this.random = store.random();
  }

  void run() {
    while (!from.isEnd()) {
      if (random.nextInt(3) == 0) {
        store.metaData().bound().indexes().stream()
            .filter(index -> random.nextInt(2) == 0)
            .forEach(this::close);
        planAnew();
      }
      if (!slice()) {
        edges.hit(Edge.QUERY_MET_UNREADABLE);
        rebuildAll();
        InvariantViolation.require(slice(), "an index cannot be read after it was built");
      }
      edges.hit(Edge.QUERY_CUT);
      goOnOtherwise();
    }
    rebuildAll();
    InvariantViolation.require(
        rows.equals(expected),
        () -> "while indexes change there are " + rows + ", whole there are " + expected);
  }

  /** Whether indexes let the plan go on. */
  private boolean slice() {
    try {
      RecordCursor.Page<QueryRow> page = page(plan, asked.parameters());
      rows.addAll(page.items());
      from = Continuation.fromBytes(page.continuation().toBytes());
      return true;
    } catch (RecordLayerException e) {
      require(e, INDEX_NOT_READABLE);
      return false;
    }
  }

  private RecordCursor.Page<QueryRow> page(Asked.Plan of, Bindings parameters) {
    ScanOptions slice = ScanOptions.defaults().withRowsMax(1 + random.nextInt(ROWS_MAX));
    return store.read(open -> QueryStore.page(open, of, parameters, from, slice));
  }

  private void close(BoundIndex index) {
    boolean written = random.nextBoolean();
    store.change(
        open ->
            written
                ? open.builds().markWriteOnly(index.name())
                : open.builds().markDisabled(index.name()));
  }

  private void rebuildAll() {
    for (BoundIndex index : store.metaData().bound().indexes()) {
      store.change(
          open ->
              open.indexState(index.name()).isScannable()
                  ? CompletableFuture.completedFuture(open.indexState(index.name()))
                  : open.rebuildIndex(index.name(), BuildLimits.defaults()));
    }
  }

  /** What a process does that keeps no plan. */
  private void planAnew() {
    store.read(
        open -> {
          QuerySimulation.plan(open.queries(), asked, options)
              .ifPresent(other -> check(open, other));
          return null;
        });
  }

  private void check(RecordStore open, Asked.Plan other) {
    List<QueryRow> all = QueryStore.rows(open, other, asked.parameters(), ScanOptions.defaults());
    Optional<String> wrong = asked.wrong(all);
    InvariantViolation.require(
        wrong.isEmpty(), () -> "planned while indexes change: " + wrong + "\n" + other);
    if (!from.isStart() && !other.toString().equals(plan.toString())) {
      edges.hit(Edge.QUERY_PLANNED_ANEW);
      refused("another plan", other, asked.parameters());
    }
  }

  /** The same plan with other values does not go on. */
  private void goOnOtherwise() {
    List<String> parameters = asked.parameters().names();
    if (!parameters.isEmpty() && !from.isEnd()) {
      String changed = parameters.get(random.nextInt(parameters.size()));
      Object value = asked.parameters().requireList(changed).get(0).element();
      Bindings others = asked.parameters().with(changed, other(value));
      refused("another value of " + changed, plan, others);
    }
  }

  private static Object other(Object value) {
    if (value instanceof Versionstamp) {
      return Versionstamp.complete(new byte[10]);
    }
    if (value instanceof Double number) {
      return number + 1;
    }
    return value instanceof Long number ? (Object) (number + 1) : value + "!";
  }

  private void refused(String what, Asked.Plan other, Bindings parameters) {
    try {
      page(other, parameters);
    } catch (RecordLayerException e) {
      require(e, CONTINUATION_REFUSED);
      edges.hit(Edge.QUERY_CONTINUATION_REFUSED);
      return;
    }
    throw new InvariantViolation("a continuation is taken by " + what + ":\n" + other);
  }

  private static void require(RecordLayerException e, RecordLayerException.Code code) {
    if (e.code() != code) {
      throw e;
    }
  }
}
