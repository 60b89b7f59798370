package dev.tenure.campaigns.globalindex;

import java.util.List;

/**
 * A phase, condition or ordering of the protocol that is left out.
 *
 * @param arguments of the command that finds it
 * @param file below the package of the library
 */
record Mutation(String name, String arguments, String file, List<Edit> edits) {

  /** A text of the file, which occurs once; white space may differ. */
  record Edit(String from, String to) {}

  private static Mutation of(String name, String arguments, String file, String... edits) {
    return new Mutation(
        name,
        arguments,
        file,
        edits.length == 2
            ? List.of(new Edit(edits[0], edits[1]))
            : List.of(new Edit(edits[0], edits[1]), new Edit(edits[2], edits[3])));
  }

  private static Mutation of(String name, String file, String from, String to) {
    return of(name, "--mode replace", file, from, to);
  }

  private static final String NOW = ".thenCompose(now -> ";

  static final List<Mutation> ALL =
      List.of(
          of(
              "write, phase 1: no dummy is inserted",
              "--mode replace",
              "protocol/Writer",
              ".writeData(ConditionalWrite.put(read, dummy))",
              ".readData(dummy.key()).thenApply(now -> true)",
              "unindexed -> persistDataRecord(Optional.of(pdr),",
              "unindexed -> persistDataRecord(Optional.of(pdr).filter(each -> !each.isDummy()),"),
          of(
              "write, phase 1: a dummy counts as a record",
              "protocol/Writer",
              "if (read.isPresent() && !read.get().isDummy()) {",
              "if (read.isPresent()) {"),
          of(
              "write, phase 2 is left out",
              "protocol/IndexPhase",
              ".writeIndex(place, ConditionalWrite.insert(ir)) .thenCompose(",
              ".readIndex(place, ir.key()).thenApply(now -> true).thenCompose("),
          of(
              "write, phase 2 overwrites without a condition",
              "protocol/IndexPhase",
              ".writeIndex(place, ConditionalWrite.insert(ir)) .thenCompose(",
              ".readIndex(place, ir.key())"
                  + NOW
                  + "steps.writeIndex(place, ConditionalWrite.put(now, ir))).thenCompose("),
          of(
              "write, phase 3 comes before phase 2",
              "protocol/Writer",
              "return indexPhase .persist(keys, pdr)",
              "if (!keys.isEmpty()) {"
                  + " return persistDataRecord(Optional.of(pdr), next(pdr, content, Set.of()))"
                  + " .thenCompose(dr -> indexPhase.persist(keys, pdr).thenApply(all -> dr)); }"
                  + " return indexPhase.persist(keys, pdr)"),
          of(
              "write, phase 3 has no condition",
              "protocol/Writer",
              ".writeDataLast(ConditionalWrite.put(pdr, dr))",
              ".readData(dr.key())" + NOW + "steps.writeDataLast(ConditionalWrite.put(now, dr)))"),
          of(
              "write, phase 3 keeps the version of a record",
              "protocol/Writer",
              "pdr.key(), pdr.version().next(), content.keys()",
              "pdr.key(), pdr.isDummy() ? pdr.version().next() : pdr.version(), content.keys()"),
          of(
              "cleaner, phase 2 is left out",
              "protocol/Cleaner",
              "if (irs.stream().anyMatch(ir -> isValid(ir, pdr))) {",
              "if (irs.isEmpty()) {"),
          of(
              "cleaner, phase 3 is left out",
              "protocol/Cleaner",
              "return changeVersion(pdr)",
              "return CompletableFuture.completedFuture(true)"),
          of(
              "cleaner, phase 3 leaves dummies",
              "protocol/Cleaner",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(true);",
              "if (read.isEmpty() || read.get().isDummy()) {"
                  + " return CompletableFuture.completedFuture(true);"),
          of(
              "cleaner, phase 3 leaves records",
              "protocol/Cleaner",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(true);",
              "if (read.isEmpty() || !read.get().isDummy()) {"
                  + " return CompletableFuture.completedFuture(true);"),
          of(
              "cleaner, a failed phase 3 is passed over",
              "protocol/Cleaner",
              "changed ? Outcome.CLEANED : Outcome.CHANGED",
              "Outcome.CLEANED"),
          of(
              "cleaner, phase 4 comes before phase 3",
              "protocol/Cleaner",
              "return changeVersion(pdr)",
              "return steps.writeIndex(0, ConditionalWrite.delete(irs.get(0)))"
                  + ".thenCompose(deleted -> changeVersion(pdr))"),
          of(
              "cleaner, phase 4 has no condition",
              "protocol/Cleaner",
              "? deleteIndexRecord(place, ir)",
              "? steps.readIndex(place, ir.key())"
                  + NOW
                  + "now.isEmpty() ? CompletableFuture.completedFuture(Outcome.ABSENT)"
                  + " : deleteIndexRecord(place, now.get()))"),
          of(
              "write, phase 2: the entry of garbage is not replaced",
              "protocol/IndexPhase",
              "case CLEANED, ABSENT -> put(attempt);",
              "case CLEANED, ABSENT -> CompletableFuture.completedFuture(null);"),
          of(
              "write, phase 2: garbage is replaced without a condition",
              "protocol/IndexPhase",
              "return required(attempt, ConditionalWrite.replace(pir.version(), attempt.ir()));",
              "return steps.readIndex(attempt.place(), attempt.ir().key())"
                  + NOW
                  + "required(attempt, ConditionalWrite.put(now, attempt.ir())));"),
          of(
              "priority: counts of different records are compared, the lower one is replaced",
              "protocol/IndexPhase",
              "return pir.isPresent() && !pir.get().owner().equals(ir.owner());",
              "return pir.isPresent() && !pir.get().owner().equals(ir.owner())"
                  + " && pir.get().version().count() >= ir.version().count();"),
          of(
              "priority: counts of different records are compared, the higher one wins",
              "protocol/IndexPhase",
              "case CLEANED, ABSENT -> put(attempt);",
              "case CLEANED, ABSENT -> attempt.pir().get().version().count() > attempt.ir()"
                  + ".version().count() ? replaceOther(Outcome.CHANGED, attempt) : put(attempt);"),
          of(
              "priority: an entry of an earlier version counts as one's own",
              "--earlier 2 --kinds update,clean",
              "protocol/IndexPhase",
              "if (stored.equals(own)) {",
              "if (stored.generation().equals(own.generation())) {"),
          of(
              "priority: an entry of a later version is replaced",
              "--mode delete-insert --clients 3 --kinds update",
              "protocol/IndexPhase",
              "return stored.count() > own.count()",
              "return stored.count() < 0"),
          of(
              "priority: an entry of another generation is always replaced",
              "--mode delete-insert",
              "protocol/IndexPhase",
              "pdr.map(DataRecord::version).equals(Optional.of(own))",
              "pdr != null"),
          of(
              "one transaction: without the index records",
              "--mode shared",
              "protocol/Writer",
              "write(ConditionalWrite.put(read, dr), index)",
              "write(ConditionalWrite.put(read, dr), List.of())"),
          of(
              "read: the data record is not validated",
              "protocol/Lookup",
              "if (Cleaner.isValid(ir, pdr)) {",
              "if (pdr.isPresent()) {"),
          of(
              "read: dummies are seen",
              "protocol/Lookup",
              "read.filter(record -> !record.isDummy())",
              "read"),
          of(
              "delete has no condition",
              "protocol/Deleter",
              ".writeDataLast(ConditionalWrite.delete(pdr))",
              ".readData(pdr.key())"
                  + NOW
                  + "now.isEmpty() ? CompletableFuture.completedFuture(true)"
                  + " : steps.writeDataLast(ConditionalWrite.delete(now.get())))"));

  private static final String OUTAGES = "--mode outages --earlier 0";
  private static final String WHILE_DOWN = "--mode writes-while-down --earlier 0";
  private static final String HISTORIES = "--histories 2000";

  /** What concerns shards that are down, clocks, starts and cleaners in the background. */
  static final List<Mutation> OF_FAULTS =
      List.of(
          of(
              "outage: a create does not ask whether its index shard is known to be down",
              OUTAGES,
              "protocol/IndexPhase",
              ".filter(steps::isAnyKnownDown)",
              ".filter(key -> key.name().isEmpty())"),
          of(
              "outage: keys are written without index records though that is not allowed",
              OUTAGES,
              "protocol/IndexPhase",
              "return writesWhileDown && plain instanceof ShardDownException",
              "return plain instanceof ShardDownException"),
          of(
              "outage: the last write counts as failed when it was not answered",
              OUTAGES,
              "protocol/Steps",
              "error instanceof ShardDownException down && !down.maybeWritten()",
              "error instanceof ShardDownException down && !down.getMessage().isEmpty()"),
          of(
              "outage: the dummy of a failed create is not removed",
              OUTAGES,
              "protocol/Writer",
              "return pdr.isDummy() ? steps.writeData(",
              "return pdr.version().count() < 0 ? steps.writeData("),
          of(
              "local indexes: one data shard is not asked",
              OUTAGES,
              "protocol/Lookup",
              "for (DataShard shard : steps.shards().data()) {",
              "for (DataShard shard : steps.shards().data().subList(0, 1)) {"),
          of(
              "writes while down: the keys are not marked",
              WHILE_DOWN,
              "protocol/Writer",
              "next(pdr, content, unindexed)",
              "next(pdr, content, Set.of())"),
          of(
              "repair: marked keys get no index records",
              WHILE_DOWN,
              "protocol/Writer",
              "pdr.owns(key) && !pdr.unindexed().contains(key)",
              "pdr.owns(key)"),
          of(
              "repair: a cleaner drops the marks",
              "--mode writes-while-down",
              "protocol/Cleaner",
              "pdr.withVersion(pdr.version().next())",
              "new DataRecord(pdr.key(), pdr.version().next(), pdr.keys(), java.util.Set.of(),"
                  + " pdr.value())"),
          of(
              "cleaner, crashed after phase 3: what refers to no record is not cleaned",
              "--mode replace",
              "protocol/Cleaner",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(true);",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(false);"),
          of(
              "one transaction: a condition that does not hold is passed over",
              "--mode shared",
              "protocol/Writer",
              "index)) .thenApply(written -> written ? Optional.of(dr) : Optional.empty())",
              "index)) .thenApply(written -> Optional.of(dr))"),
          of(
              "one transaction: it counts as failed when it was not answered",
              HISTORIES,
              "protocol/Writer",
              "return Steps.last(shared.get().write(ConditionalWrite.put(read, dr), index))",
              "return Steps.failing(shared.get().write(ConditionalWrite.put(read, dr), index),"
                  + " Steps::down)"),
          of(
              "generations: the clock alone gives timestamps",
              HISTORIES,
              "client/Generations",
              "Math.max(last + 1, Math.min(most, clock.millis()))",
              "clock.millis()"),
          of(
              "generations: timestamps pass the ceiling",
              HISTORIES,
              "client/Generations",
              "if (timestamp <= ceiling) {",
              "if (timestamp > 0) {"),
          of(
              "generations: the ceiling is raised before it is stored",
              HISTORIES,
              "client/Generations",
              "raised = raise(timestamp + ceilingStep.toMillis());",
              "raised = raise(timestamp + ceilingStep.toMillis());"
                  + " ceiling = timestamp + ceilingStep.toMillis();"),
          of(
              "generations: two clones draw one client id",
              HISTORIES,
              "client/Generations",
              "return write(shard, read, reserved(CLIENT_IDS, id, 0))",
              "return shard.read(CLIENT_IDS).thenCompose("
                  + "now -> write(shard, now, reserved(CLIENT_IDS, id, 0)))",
              "return write(shard, Optional.empty(), reserved(ceilingKey(id), 1, ceiling))",
              "return shard.read(ceilingKey(id)).thenCompose("
                  + "now -> write(shard, now, reserved(ceilingKey(id), 1, ceiling)))"),
          of(
              "health: a clock that is set back keeps an index shard down",
              HISTORIES,
              "client/IndexShardHealth",
              "return passed >= 0 && passed < downFor.toMillis();",
              "return passed < downFor.toMillis();"),
          of(
              "start: a shard that is down gives an error without a type",
              HISTORIES,
              "client/Generations",
              "return Steps.answered( shard .read(CLIENT_IDS)",
              "return java.util.function.Function.<CompletableFuture<Generations>>identity()"
                  + ".apply(shard.read(CLIENT_IDS)"),
          of(
              "shared keys: all owners of one share an index record",
              HISTORIES,
              "KeyDefinitions",
              "isUnique(key) ? IndexKey.alternate(key) : IndexKey.shared(key, owner)",
              "IndexKey.alternate(key)"),
          of(
              "shared keys: the data record is not validated",
              HISTORIES,
              "protocol/Lookup",
              "if (Cleaner.isValid(ir, pdr)) {",
              "if (pdr.isPresent() && (Cleaner.isValid(ir, pdr)"
                  + " || !definitions.isUnique(ir.key().key()))) {"));

  private static final String MOVES = "--mode moves --clients 1 --earlier 1";
  private static final String SLOT = "slot/MovingData";

  /** What concerns slots that move. */
  static final List<Mutation> OF_MOVES =
      List.of(
          of(
              "move: the source gets no marker",
              MOVES,
              SLOT,
              "return source .write(ConditionalWrite.replace(record.version(), marker))",
              "return source.read(record.key()).thenApply(now -> true)"),
          of(
              "move: the marker has no condition",
              MOVES,
              SLOT,
              "return source .write(ConditionalWrite.replace(record.version(), marker))",
              "return source.read(record.key())"
                  + NOW
                  + "source.write(ConditionalWrite.put(now, marker)))"),
          of(
              "move: the marker comes before the copy",
              MOVES,
              SLOT,
              "return target .write(ConditionalWrite.put(there, copy)) .thenApply(",
              "return mark(record, copy).thenCompose(marker ->"
                  + " target.write(ConditionalWrite.put(there, copy))).thenApply("),
          of(
              "move: the copy is not hidden",
              MOVES,
              "slot/Markers",
              "Version.first(new Generation(generation.timestamp(), -2 * generation.client())))",
              "Version.first(new Generation(generation.timestamp(), -2 * generation.client()))"
                  + ".next())"),
          of(
              "move: the source is read before the target (2 movers)",
              "--mode moves --clients 1 --movers 2 --kinds update,delete",
              SLOT,
              "return target .read(key) .thenCompose( there -> checked(source.read(key))"
                  + " .thenCompose( read -> {",
              "return checked(source.read(key)).thenCompose(read -> target.read(key)"
                  + ".thenCompose(there -> {"),
          of(
              "move: a dummy in the source gets no marker",
              MOVES,
              SLOT,
              "dummy.isEmpty() ? CompletableFuture.completedFuture(true)",
              "attempts > 0 ? CompletableFuture.completedFuture(true)"),
          of(
              "move: a client does not look where a marker points",
              MOVES,
              SLOT,
              "return publish(read.get()).thenApply(published -> Place.TARGET);",
              "return CompletableFuture.completedFuture(Place.source(read));"),
          of(
              "move: a client passes over a hidden copy",
              MOVES,
              SLOT,
              "return publish(read.get()).thenApply(published -> Place.TARGET);",
              "return CompletableFuture.completedFuture(Place.TARGET);"),
          of(
              "move: a reader that finds nothing in the source does not ask the target",
              "--mode moves --clients 2 --earlier 0 --kinds create,read",
              SLOT,
              "if (read.isEmpty() && !writes) {"
                  + " return CompletableFuture.completedFuture(Place.TARGET);",
              "if (read.isEmpty() && !writes) {"
                  + " return CompletableFuture.completedFuture(Place.source(read));"),
          of(
              "move: a create puts its record into the source",
              MOVES,
              SLOT,
              "if (isLive || !marks) {",
              "if (isLive || !marks || read.isEmpty()) {"),
          of(
              "move: markers are set before all clients follow them",
              MOVES,
              SLOT,
              "if (isLive || !marks) {",
              "if (isLive) {"),
          of(
              "move: the lease is not checked behind a read",
              MOVES,
              "slot/SlotShards",
              "fresh.run();",
              "fresh.hashCode();"),
          of(
              "move, local indexes: the targets are not asked",
              MOVES,
              "slot/SlotScan",
              "AsyncLoop.all(targets.stream().map(find).toList())",
              "AsyncLoop.all(targets.stream().limit(0).map(find).toList())"),
          of(
              "move, local indexes: a target is asked before the source",
              MOVES,
              "slot/SlotScan",
              "return find.apply(source)",
              "List<CompletableFuture<List<DataRecord>>> early ="
                  + " targets.stream().map(find).toList(); return find.apply(source)",
              "AsyncLoop.all(targets.stream().map(find).toList())",
              "AsyncLoop.all(early)"));

  private static final String INDEX = "--mode index-moves --clients 1 --earlier 1";
  private static final String FILL = "protocol/IndexFill";

  /** What concerns slots of keys that move. */
  static final List<Mutation> OF_INDEX_MOVES =
      List.of(
          of(
              "index move: a write takes the first place alone",
              INDEX,
              "protocol/IndexPhase",
              "if (places(key).size() > 1 && !unindexed.contains(key)) {",
              "if (places(key).size() > 2 && !unindexed.contains(key)) {"),
          of(
              "index move: reads are switched while the second place is filled",
              INDEX,
              "slot/IndexSlots",
              "boolean isFirst = phase == Phase.STABLE || phase == Phase.FILLING;",
              "boolean isFirst = phase == Phase.STABLE;"),
          of(
              "index move: writes leave the first place when reads are switched",
              INDEX,
              "slot/IndexSlots",
              "boolean areTwo = phase == Phase.FILLING || phase == Phase.SWITCHED;",
              "boolean areTwo = phase == Phase.FILLING;"),
          of(
              "index move: keys with an owner are not filled",
              INDEX,
              FILL,
              "? persist(ir.key().key(), pdr.orElseThrow())",
              "? CompletableFuture.completedFuture(true)"),
          of(
              "index move: a write under way is not failed by the fill",
              INDEX,
              FILL,
              ": cleaner.clean(first(ir), ir).thenApply(out -> out == Outcome.CLEANED))",
              ": CompletableFuture.completedFuture(true))"),
          of(
              "index move: the fill deletes the index record and leaves the version",
              INDEX,
              FILL,
              ": cleaner.clean(first(ir), ir).thenApply(out -> out == Outcome.CLEANED))",
              ": steps.writeIndex(first(ir), ConditionalWrite.delete(ir)))"),
          of(
              "index move: the fill does not look again",
              INDEX,
              FILL,
              "filled ? CompletableFuture.completedFuture(null) : again(ir, attempts)",
              "CompletableFuture.completedFuture(null)"),
          of(
              "index move: the first place is swept by the fill",
              INDEX,
              FILL,
              "? persist(ir.key().key(), pdr.orElseThrow())",
              "? persist(ir.key().key(), pdr.orElseThrow())"
                  + ".thenCompose(done -> cleaner.remove(first(ir), ir).thenApply(out -> done))"),
          of(
              "index move: what is in the second place counts as the index record of the owner",
              INDEX + " --kinds create",
              FILL,
              "return indexPhase .persist(second, key, pdr) .thenApply(persisted -> true)",
              "return steps.writeIndex(second, ConditionalWrite.insert("
                  + "indexPhase.indexRecord(key, pdr))).thenApply(persisted -> true)"),
          of(
              "index move: the lease is not checked before the last write",
              INDEX,
              "settings/FencedDataShard",
              "keys.requireFresh();",
              "keys.hashCode();"),
          of(
              "index move: the lease is checked before the index records are written",
              INDEX,
              "settings/FencedDataShard",
              "return write.expected().isPresent() ? checked(write) : insert(record.get());",
              "return write.expected().isPresent() ? shard.write(write) : insert(record.get());",
              "if (record.isEmpty() || record.get().isDummy()) {",
              "if (record.isPresent() && record.get().isDummy()) { return checked(write); }"
                  + " if (record.isEmpty()) {"));

  @Override
  public String toString() {
    return name;
  }
}
