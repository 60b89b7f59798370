package dev.tenure.campaigns.globalindex;

import java.util.List;

/** What is left out that concerns shards that are down, clocks, starts and shared keys. */
final class FaultMutations {
  private static final String OUTAGES = "--mode outages --earlier 0";
  private static final String WHILE_DOWN = "--mode writes-while-down --earlier 0";
  private static final String HISTORIES = "--histories 2000";

  /** Begins at a seed that finds the mutation, or shortly before one. */
  private static String from(int seed) {
    return HISTORIES + " --from " + seed;
  }

  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "outage: a create does not ask whether its index shard is known to be down",
              OUTAGES,
              "protocol/IndexPhase",
              ".filter(steps::isAnyKnownDown)",
              ".filter(key -> key.name().isEmpty())"),
          Mutation.of(
              "outage: keys are written without index records though that is not allowed",
              OUTAGES,
              "protocol/IndexPhase",
              "return writesWhileDown && plain instanceof ShardDownException",
              "return plain instanceof ShardDownException"),
          Mutation.of(
              "outage: the last write counts as failed when it was not answered",
              OUTAGES,
              "protocol/Steps",
              "error instanceof ShardDownException down && !down.maybeWritten()",
              "error instanceof ShardDownException down && !down.getMessage().isEmpty()"),
          Mutation.of(
              "outage: the dummy of a failed create is not removed",
              OUTAGES,
              "protocol/Writer",
              "return pdr.isDummy() ? steps.writeData(",
              "return pdr.version().count() < 0 ? steps.writeData("),
          Mutation.of(
              "local indexes: one data shard is not asked",
              OUTAGES,
              "protocol/Lookup",
              "for (DataShard shard : steps.shards().data()) {",
              "for (DataShard shard : steps.shards().data().subList(0, 1)) {"),
          Mutation.of(
              "writes while down: the keys are not marked",
              WHILE_DOWN,
              "protocol/Writer",
              "next(pdr, content, unindexed)",
              "next(pdr, content, Set.of())"),
          Mutation.of(
              "repair: marked keys get no index records",
              WHILE_DOWN,
              "protocol/Writer",
              "pdr.owns(key) && !pdr.unindexed().contains(key)",
              "pdr.owns(key)"),
          Mutation.of(
              "repair: a cleaner drops the marks",
              "--mode writes-while-down",
              "protocol/Cleaner",
              "pdr.withVersion(pdr.version().next())",
              "new DataRecord(pdr.key(), pdr.version().next(), pdr.keys(), java.util.Set.of(),"
                  + " pdr.value())"),
          Mutation.of(
              "cleaner, crashed after phase 3: what refers to no record is not cleaned",
              "--mode replace",
              "protocol/Cleaner",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(true);",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(false);"),
          Mutation.of(
              "one transaction: a condition that does not hold is passed over",
              "--mode shared",
              "protocol/Writer",
              "index)) .thenApply(written -> written ? Optional.of(dr) : Optional.empty())",
              "index)) .thenApply(written -> Optional.of(dr))"),
          Mutation.of(
              "one transaction: it counts as failed when it was not answered",
              from(151),
              "protocol/Writer",
              "return Steps.last(shared.get().write(ConditionalWrite.put(read, dr), index))",
              "return Steps.failing(shared.get().write(ConditionalWrite.put(read, dr), index),"
                  + " Steps::down)"),
          Mutation.of(
              "generations: the clock alone gives timestamps",
              HISTORIES,
              "client/Generations",
              "Math.max(last + 1, Math.min(most, clock.millis()))",
              "clock.millis()"),
          Mutation.of(
              "generations: timestamps pass the ceiling",
              HISTORIES,
              "client/Generations",
              "if (timestamp <= ceiling) {",
              "if (timestamp > 0) {"),
          Mutation.of(
              "generations: the ceiling is raised before it is stored",
              from(24),
              "client/Generations",
              "raised = raise(timestamp + ceilingStep.toMillis());",
              "raised = raise(timestamp + ceilingStep.toMillis());"
                  + " ceiling = timestamp + ceilingStep.toMillis();"),
          Mutation.of(
              "generations: two clones draw one client id",
              HISTORIES,
              "client/Generations",
              "return write(shard, read, reserved(CLIENT_IDS, id, 0))",
              "return shard.read(CLIENT_IDS).thenCompose("
                  + "now -> write(shard, now, reserved(CLIENT_IDS, id, 0)))",
              "return write(shard, Optional.empty(), reserved(ceilingKey(id), 1, ceiling))",
              "return shard.read(ceilingKey(id)).thenCompose("
                  + "now -> write(shard, now, reserved(ceilingKey(id), 1, ceiling)))"),
          Mutation.of(
              "lease: a read of later keys confirms the copy of earlier ones",
              HISTORIES,
              "settings/KeysLease",
              "keys.version() == snapshot.keys.version()",
              "keys.version() >= snapshot.keys.version()"),
          Mutation.of(
              "health: a clock that is set back keeps an index shard down",
              from(206),
              "client/IndexShardHealth",
              "return passed >= 0 && passed < downFor.toMillis();",
              "return passed < downFor.toMillis();"),
          Mutation.of(
              "start: a shard that is down gives an error without a type",
              HISTORIES,
              "client/Generations",
              "return Steps.answered( shard .read(CLIENT_IDS)",
              "return java.util.function.Function.<CompletableFuture<Generations>>identity()"
                  + ".apply(shard.read(CLIENT_IDS)"),
          Mutation.of(
              "shared keys: all owners of one share an index record",
              HISTORIES,
              "KeyDefinitions",
              "isUnique(key) ? IndexKey.alternate(key) : IndexKey.shared(key, owner)",
              "IndexKey.alternate(key)"),
          Mutation.of(
              "shared keys: the data record is not validated",
              HISTORIES,
              "protocol/Lookup",
              "if (Cleaner.isValid(ir, pdr)) {",
              "if (pdr.isPresent() && (Cleaner.isValid(ir, pdr)"
                  + " || !definitions.isUnique(ir.key().key()))) {"));

  private FaultMutations() {}
}
