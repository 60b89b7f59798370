package dev.tenure.campaigns.globalindex;

import java.util.List;

/** What is left out of slot moves of index records. */
final class IndexMoveMutations {
  private static final String INDEX = "--mode index-moves --clients 1 --earlier 1";
  private static final String FILL = "protocol/IndexFill";

  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "index move: a write takes the first place alone",
              INDEX,
              "protocol/IndexPhase",
              "if (places(key).size() > 1 && !unindexed.contains(key)) {",
              "if (places(key).size() > 2 && !unindexed.contains(key)) {"),
          Mutation.of(
              "index move: reads are switched while the second place is filled",
              INDEX,
              "slot/IndexSlots",
              "boolean isFirst = phase == Phase.STABLE || phase == Phase.FILLING;",
              "boolean isFirst = phase == Phase.STABLE;"),
          Mutation.of(
              "index move: writes leave the first place when reads are switched",
              INDEX,
              "slot/IndexSlots",
              "boolean areTwo = phase == Phase.FILLING || phase == Phase.SWITCHED;",
              "boolean areTwo = phase == Phase.FILLING;"),
          Mutation.of(
              "index move: keys with an owner are not filled",
              INDEX,
              FILL,
              "? persist(ir.key().key(), pdr.orElseThrow())",
              "? CompletableFuture.completedFuture(true)"),
          Mutation.of(
              "index move: a write under way is not failed by the fill",
              INDEX,
              FILL,
              ": cleaner.clean(first(ir), ir).thenApply(out -> out == Outcome.CLEANED))",
              ": CompletableFuture.completedFuture(true))"),
          Mutation.of(
              "index move: the fill deletes the index record and leaves the version",
              INDEX,
              FILL,
              ": cleaner.clean(first(ir), ir).thenApply(out -> out == Outcome.CLEANED))",
              ": steps.writeIndex(first(ir), ConditionalWrite.delete(ir)))"),
          Mutation.of(
              "index move: the fill does not look again",
              INDEX,
              FILL,
              "filled ? CompletableFuture.completedFuture(null) : again(ir, attempts)",
              "CompletableFuture.completedFuture(null)"),
          Mutation.of(
              "index move: the first place is swept by the fill",
              INDEX,
              FILL,
              "? persist(ir.key().key(), pdr.orElseThrow())",
              "? persist(ir.key().key(), pdr.orElseThrow())"
                  + ".thenCompose(done -> cleaner.remove(first(ir), ir).thenApply(out -> done))"),
          Mutation.of(
              "index move: what is in the second place counts as the index record of the owner",
              INDEX + " --kinds create",
              FILL,
              "return indexPhase .persist(second, key, pdr) .thenApply(persisted -> true)",
              "return steps.writeIndex(second, ConditionalWrite.insert("
                  + "indexPhase.indexRecord(key, pdr))).thenApply(persisted -> true)"),
          Mutation.of(
              "index move: the lease is not checked before the last write",
              INDEX,
              "settings/FencedDataShard",
              "keys.requireFresh();",
              "keys.hashCode();"),
          Mutation.of(
              "index move: the lease is checked before the index records are written",
              INDEX,
              "settings/FencedDataShard",
              "return write.expected().isPresent() ? checked(write) : insert(record.get());",
              "return write.expected().isPresent() ? shard.write(write) : insert(record.get());",
              "if (record.isEmpty() || record.get().isDummy()) {",
              "if (record.isPresent() && record.get().isDummy()) { return checked(write); }"
                  + " if (record.isEmpty()) {"));

  private IndexMoveMutations() {}
}
