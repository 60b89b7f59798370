package dev.tenure.record.scrub;

import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.OpenIndex;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Checks the second structure of an index, by the index type's own audit. */
record StructureStage(IndexAudit.Structure part) implements Stage {
  private static final byte[] BEGIN = {};

  @Override
  public String name() {
    return "structure";
  }

  @Override
  public CompletableFuture<Looked> look(
      OpenIndex index, Optional<byte[]> from, SliceBudget budget, Findings findings) {
    return part.look(index, from.orElse(BEGIN), budget.records(), findings.isRepairing())
        .thenApply(
            slice -> {
              slice.findings().forEach(findings::add);
              slice.unverified().forEach(why -> findings.addUnverified("the structure", why));
              return new Looked(0, slice.rows(), slice.next());
            });
  }
}
