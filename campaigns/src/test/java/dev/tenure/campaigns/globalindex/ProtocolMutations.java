package dev.tenure.campaigns.globalindex;

import static dev.tenure.campaigns.globalindex.Mutation.NOW;

import java.util.List;

/** What is left out of the phases, the priority and the shared transaction. */
final class ProtocolMutations {
  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "write, phase 1: no dummy is inserted",
              "--mode replace",
              "protocol/Writer",
              ".writeData(ConditionalWrite.put(read, dummy))",
              ".readData(dummy.key()).thenApply(now -> true)",
              "unindexed -> persistDataRecord(Optional.of(pdr),",
              "unindexed -> persistDataRecord(Optional.of(pdr).filter(each -> !each.isDummy()),"),
          Mutation.of(
              "write, phase 1: a dummy counts as a record",
              "protocol/Writer",
              "if (read.isPresent() && !read.get().isDummy()) {",
              "if (read.isPresent()) {"),
          Mutation.of(
              "write, phase 1: the dummy is inserted without a condition",
              "protocol/Writer",
              ".writeData(ConditionalWrite.put(read, dummy))",
              ".readData(dummy.key())"
                  + NOW
                  + "steps.writeData(ConditionalWrite.put(now, dummy)))"),
          Mutation.of(
              "write, phase 1: a create without keys has no condition",
              "protocol/Writer",
              ".writeDataLast(ConditionalWrite.put(read, dr))",
              ".readData(dr.key())" + NOW + "steps.writeDataLast(ConditionalWrite.put(now, dr)))"),
          Mutation.of(
              "write, phase 1: an update takes a dummy for a record",
              "protocol/Writer",
              "read.filter(pdr -> !pdr.isDummy())",
              "read"),
          Mutation.of(
              "write, phase 2 is left out",
              "protocol/IndexPhase",
              ".writeIndex(place, ConditionalWrite.insert(ir)) .thenCompose(",
              ".readIndex(place, ir.key()).thenApply(now -> true).thenCompose("),
          Mutation.of(
              "write, phase 2 overwrites without a condition",
              "protocol/IndexPhase",
              ".writeIndex(place, ConditionalWrite.insert(ir)) .thenCompose(",
              ".readIndex(place, ir.key())"
                  + NOW
                  + "steps.writeIndex(place, ConditionalWrite.put(now, ir))).thenCompose("),
          Mutation.of(
              "write, phase 2: one of two keys gets no index record",
              "protocol/IndexPhase",
              "for (SecondaryKey key : keys) { inserts.add(",
              "for (SecondaryKey key : keys.stream().limit(1).toList()) { inserts.add("),
          Mutation.of(
              "write, phase 2 deletes the index records of dropped keys",
              "protocol/Writer",
              "return indexPhase .persist(keys, pdr)",
              "return CompletableFuture.allOf(pdr.keys().stream()"
                  + ".filter(key -> !content.keys().contains(key))"
                  + ".map(key -> steps.readIndex(indexKey(key, pdr.key())).thenCompose(ir ->"
                  + " ir.isEmpty() ? CompletableFuture.completedFuture(false) : steps.writeIndex("
                  + "steps.shards().indexPlaceOf(key), ConditionalWrite.delete(ir.get()))))"
                  + ".toArray(CompletableFuture[]::new))"
                  + ".thenCompose(deleted -> indexPhase.persist(keys, pdr))"),
          Mutation.of(
              "write, phase 2: index records have no count",
              "--earlier 2 --kinds update,clean",
              "protocol/IndexPhase",
              "pdr.key(), pdr.version());",
              "pdr.key(), Version.first(pdr.version().generation()));"),
          Mutation.of(
              "write, phase 2: index records have no generation",
              "protocol/IndexPhase",
              "pdr.key(), pdr.version());",
              "pdr.key(), new Version(new dev.tenure.record.global.Generation(0, 0),"
                  + " pdr.version().count()));"),
          Mutation.of(
              "write, phase 3 comes before phase 2",
              "protocol/Writer",
              "return indexPhase .persist(keys, pdr)",
              "if (!keys.isEmpty()) {"
                  + " return persistDataRecord(Optional.of(pdr), next(pdr, content, Set.of()))"
                  + " .thenCompose(dr -> indexPhase.persist(keys, pdr).thenApply(all -> dr)); }"
                  + " return indexPhase.persist(keys, pdr)"),
          Mutation.of(
              "write, phase 3 has no condition",
              "protocol/Writer",
              ".writeDataLast(ConditionalWrite.put(pdr, dr))",
              ".readData(dr.key())" + NOW + "steps.writeDataLast(ConditionalWrite.put(now, dr)))"),
          Mutation.of(
              "write, phase 3 keeps the version of a record",
              "protocol/Writer",
              "pdr.key(), pdr.version().next(), content.keys()",
              "pdr.key(), pdr.isDummy() ? pdr.version().next() : pdr.version(), content.keys()"),
          Mutation.of(
              "cleaner, phase 2 is left out",
              "protocol/Cleaner",
              "if (irs.stream().anyMatch(ir -> isValid(ir, pdr))) {",
              "if (irs.isEmpty()) {"),
          Mutation.of(
              "cleaner, phase 3 is left out",
              "protocol/Cleaner",
              "return changeVersion(pdr)",
              "return CompletableFuture.completedFuture(true)"),
          Mutation.of(
              "cleaner, phase 3 leaves dummies",
              "protocol/Cleaner",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(true);",
              "if (read.isEmpty() || read.get().isDummy()) {"
                  + " return CompletableFuture.completedFuture(true);"),
          Mutation.of(
              "cleaner, phase 3 leaves records",
              "protocol/Cleaner",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(true);",
              "if (read.isEmpty() || !read.get().isDummy()) {"
                  + " return CompletableFuture.completedFuture(true);"),
          Mutation.of(
              "cleaner, phase 3 has no condition",
              "protocol/Cleaner",
              "changeVersion(Optional<DataRecord> read) {",
              "changeVersion(Optional<DataRecord> seen) { return seen.isEmpty()"
                  + " ? CompletableFuture.completedFuture(true)"
                  + " : steps.readData(seen.get().key()).thenCompose(this::changeNow); }"
                  + " private CompletableFuture<Boolean> changeNow(Optional<DataRecord> read) {"),
          Mutation.of(
              "cleaner, a failed phase 3 is passed over",
              "protocol/Cleaner",
              "changed ? Outcome.CLEANED : Outcome.CHANGED",
              "Outcome.CLEANED"),
          Mutation.of(
              "cleaner, phase 4 comes before phase 3",
              "protocol/Cleaner",
              "return changeVersion(pdr)",
              "return steps.writeIndex(0, ConditionalWrite.delete(irs.get(0)))"
                  + ".thenCompose(deleted -> changeVersion(pdr))"),
          Mutation.of(
              "cleaner, phase 3 comes before phase 2",
              "--mode replace",
              "protocol/Cleaner",
              "return steps .readData(owner) .thenCompose( pdr -> {",
              "return steps.readData(owner).thenCompose(first -> changeVersion(first))"
                  + ".thenCompose(changed -> steps.readData(owner)).thenCompose(pdr -> {",
              "return changeVersion(pdr)",
              "return CompletableFuture.completedFuture(true)"),
          Mutation.of(
              "cleaner, phase 4 is left out",
              "protocol/Cleaner",
              "outcome == Outcome.CLEANED ? deleteIndexRecord(place, ir)",
              "outcome == Outcome.CLEANED ? CompletableFuture.completedFuture(outcome)"),
          Mutation.of(
              "cleaner, phase 4 has no condition",
              "protocol/Cleaner",
              "? deleteIndexRecord(place, ir)",
              "? steps.readIndex(place, ir.key())"
                  + NOW
                  + "now.isEmpty() ? CompletableFuture.completedFuture(Outcome.ABSENT)"
                  + " : deleteIndexRecord(place, now.get()))"),
          Mutation.of(
              "write, phase 2: the entry of garbage is not replaced",
              "protocol/IndexPhase",
              "case CLEANED, ABSENT -> put(attempt);",
              "case CLEANED, ABSENT -> CompletableFuture.completedFuture(null);"),
          Mutation.of(
              "write, phase 2: garbage is replaced without a condition",
              "protocol/IndexPhase",
              "return required(attempt, ConditionalWrite.replace(pir.version(), attempt.ir()));",
              "return steps.readIndex(attempt.place(), attempt.ir().key())"
                  + NOW
                  + "required(attempt, ConditionalWrite.put(now, attempt.ir())));"),
          Mutation.of(
              "write, phase 2: two index records of one data record are cleaned apart",
              "--mode replace",
              "protocol/IndexPhase",
              "cleaned.get(attempt.pir().get().owner());",
              "cleaned.get(attempt.pir().get().owner()) == null ? null : cleaner.failWrites("
                  + "attempt.pir().get().owner(), List.of(attempt.pir().get()));",
              "cleaned.put(owner, cleaner.failWrites(owner, irs))",
              "cleaned.put(owner, new CompletableFuture<>())"),
          Mutation.of(
              "priority: counts of different records are compared, the lower one is replaced",
              "protocol/IndexPhase",
              "return pir.isPresent() && !pir.get().owner().equals(ir.owner());",
              "return pir.isPresent() && !pir.get().owner().equals(ir.owner())"
                  + " && pir.get().version().count() >= ir.version().count();"),
          Mutation.of(
              "priority: counts of different records are compared, the higher one wins",
              "protocol/IndexPhase",
              "case CLEANED, ABSENT -> put(attempt);",
              "case CLEANED, ABSENT -> attempt.pir().get().version().count() > attempt.ir()"
                  + ".version().count() ? replaceOther(Outcome.CHANGED, attempt) : put(attempt);"),
          Mutation.of(
              "priority: an entry of an earlier version counts as one's own",
              "--earlier 2 --kinds update,clean",
              "protocol/IndexPhase",
              "if (stored.equals(own)) {",
              "if (stored.generation().equals(own.generation())) {"),
          Mutation.of(
              "priority: an entry of a later version is replaced",
              "--mode delete-insert --clients 3 --kinds update",
              "protocol/IndexPhase",
              "return stored.count() > own.count()",
              "return stored.count() < 0"),
          Mutation.of(
              "priority: an entry of another generation is always replaced",
              "--mode delete-insert",
              "protocol/IndexPhase",
              "pdr.map(DataRecord::version).equals(Optional.of(own))",
              "pdr != null"),
          Mutation.of(
              "one transaction: without the index records",
              "--mode shared",
              "protocol/Writer",
              "write(ConditionalWrite.put(read, dr), index)",
              "write(ConditionalWrite.put(read, dr), List.of())"),
          Mutation.of(
              "one transaction: index records are replaced without a condition",
              "--mode shared",
              "protocol/Writer",
              "return Steps.last(shared.get().write(ConditionalWrite.put(read, dr), index))",
              "return steps.readIndex(index.get(0).key())"
                  + NOW
                  + "Steps.last(shared.get().write(ConditionalWrite.put(read, dr), List.of("
                  + "ConditionalWrite.put(now, index.get(0).record().get())))))"),
          Mutation.of(
              "one transaction: the data record has no condition",
              "--mode shared",
              "protocol/Writer",
              "return Steps.last(shared.get().write(ConditionalWrite.put(read, dr), index))",
              "return steps.readData(dr.key())"
                  + NOW
                  + "Steps.last(shared.get().write(ConditionalWrite.put(now, dr), index)))"),
          Mutation.of(
              "one transaction: though another key lies in another database",
              "--mode shared",
              "protocol/Writer",
              "keys.stream().allMatch(key -> steps.shards().indexPlacesOf(key).equals(places))",
              "!keys.isEmpty()"),
          Mutation.of(
              "read: the data record is not validated",
              "protocol/Lookup",
              "if (Cleaner.isValid(ir, pdr)) {",
              "if (pdr.isPresent()) {"),
          Mutation.of(
              "read: dummies are seen",
              "protocol/Lookup",
              "read.filter(record -> !record.isDummy())",
              "read"),
          Mutation.of(
              "delete has no condition",
              "protocol/Deleter",
              ".writeDataLast(ConditionalWrite.delete(pdr))",
              ".readData(pdr.key())"
                  + NOW
                  + "now.isEmpty() ? CompletableFuture.completedFuture(true)"
                  + " : steps.writeDataLast(ConditionalWrite.delete(now.get())))"));

  private ProtocolMutations() {}
}
