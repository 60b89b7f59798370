package dev.tenure.record.scrub;

import com.google.protobuf.ByteString;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.store.RecordStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One attempt at a slice: a transaction, which is committed only if repairs are enabled. */
final class SliceAttempt {
  private static final String NAME = "index scrub";

  private final IndexScrubber scrubber;
  private final ScrubPosition from;
  private final SliceBudget budget;
  private final boolean repair;
  private final Known known;
  private volatile @Nullable Findings findings;
  private volatile boolean divisible = true;

  /**
   * The facts that the run knows from earlier slices.
   *
   * @param reported whether a fault of a row was already reported
   * @param faultyPart the first part of the index with faults that are not repaired
   */
  record Known(Predicate<ByteString> reported, int faultyPart) {
    static final Known NOTHING = new Known(row -> false, Integer.MAX_VALUE);
  }

  SliceAttempt(
      IndexScrubber scrubber, ScrubPosition from, SliceBudget budget, boolean repair, Known known) {
    this.scrubber = scrubber;
    this.from = from;
    this.budget = budget;
    this.repair = repair;
    this.known = known;
  }

  CompletableFuture<ScrubSlice> run() {
    return repair ? runAndCommit() : runOnly();
  }

  private CompletableFuture<ScrubSlice> runAndCommit() {
    RunOptions once =
        RunOptions.defaults().withName(NAME).withAttemptsMax(1).withContext(scrubber.context());
    return scrubber.database().run(once, this::look);
  }

  /** Never committed: so nothing can be written, not even by opening the store. */
  private CompletableFuture<ScrubSlice> runOnly() {
    RecordContext context = scrubber.database().openContext(scrubber.context());
    return AsyncLoop.begin(() -> look(context)).whenComplete((slice, error) -> context.close());
  }

  /** Checks the slice in a transaction. The caller decides whether to commit it. */
  CompletableFuture<ScrubSlice> look(RecordContext context) {
    return RecordStore.open(context, scrubber.store())
        .thenCompose(store -> look(store.index(scrubber.index())));
  }

  private CompletableFuture<ScrubSlice> look(OpenIndex index) {
    Findings here = new Findings(index, repair);
    findings = here;
    if (repair) {
      index.requireWritable();
    }
    Optional<IndexAudit> audit = index.bound().maintainer().audit();
    if (audit.isEmpty()) {
      here.addUnverified("all", ScrubSlice.NO_AUDIT);
      return CompletableFuture.completedFuture(ScrubSlice.nothing());
    }
    Stages stages = new Stages(audit.get(), known.reported());
    from.require(index, stages.size());
    divisible = stages.get(from.stage()).isDivisible();
    return ScrubSlice.look(index, stages, from, budget, known.faultyPart(), here);
  }

  /** Whether a smaller slice would meet fewer conflicts. */
  boolean isDivisible() {
    return divisible;
  }

  /** The faults that the transaction has found, whether or not it was committed. */
  List<Fault> faults() {
    Findings here = findings;
    return here == null ? List.of() : here.faults();
  }

  List<Unverified> unverified() {
    Findings here = findings;
    return here == null ? List.of() : here.unverified();
  }
}
