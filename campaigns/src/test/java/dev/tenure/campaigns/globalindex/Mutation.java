package dev.tenure.campaigns.globalindex;

import java.util.List;

/**
 * A phase, condition or ordering of the protocol that is left out.
 *
 * @param arguments of the command that finds it
 * @param file in the package of the protocol
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
              "Writer",
              ".writeData(ConditionalWrite.put(read, dummy))",
              ".readData(dummy.key()).thenApply(now -> true)",
              "unindexed -> persistDataRecord(Optional.of(pdr),",
              "unindexed -> persistDataRecord(Optional.of(pdr).filter(each -> !each.isDummy()),"),
          of(
              "write, phase 1: a dummy counts as a record",
              "Writer",
              "if (read.isPresent() && !read.get().isDummy()) {",
              "if (read.isPresent()) {"),
          of(
              "write, phase 2 is left out",
              "IndexPhase",
              ".writeIndex(ConditionalWrite.insert(ir)) .thenCompose(",
              ".readIndex(ir.key()).thenApply(now -> true).thenCompose("),
          of(
              "write, phase 2 overwrites without a condition",
              "IndexPhase",
              ".writeIndex(ConditionalWrite.insert(ir)) .thenCompose(",
              ".readIndex(ir.key())"
                  + NOW
                  + "steps.writeIndex(ConditionalWrite.put(now, ir))).thenCompose("),
          of(
              "write, phase 3 comes before phase 2",
              "Writer",
              "return indexPhase .persist(keys, pdr)",
              "if (!keys.isEmpty()) {"
                  + " return persistDataRecord(Optional.of(pdr), next(pdr, content, Set.of()))"
                  + " .thenCompose(dr -> indexPhase.persist(keys, pdr).thenApply(all -> dr)); }"
                  + " return indexPhase.persist(keys, pdr)"),
          of(
              "write, phase 3 has no condition",
              "Writer",
              ".writeDataLast(ConditionalWrite.put(pdr, dr))",
              ".readData(dr.key())" + NOW + "steps.writeDataLast(ConditionalWrite.put(now, dr)))"),
          of(
              "write, phase 3 keeps the version of a record",
              "Writer",
              "pdr.key(), pdr.version().next(), content.keys()",
              "pdr.key(), pdr.isDummy() ? pdr.version().next() : pdr.version(), content.keys()"),
          of(
              "cleaner, phase 2 is left out",
              "Cleaner",
              "if (irs.stream().anyMatch(ir -> isValid(ir, pdr))) {",
              "if (irs.isEmpty()) {"),
          of(
              "cleaner, phase 3 is left out",
              "Cleaner",
              "return changeVersion(pdr)",
              "return CompletableFuture.completedFuture(true)"),
          of(
              "cleaner, phase 3 leaves dummies",
              "Cleaner",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(true);",
              "if (read.isEmpty() || read.get().isDummy()) {"
                  + " return CompletableFuture.completedFuture(true);"),
          of(
              "cleaner, phase 3 leaves records",
              "Cleaner",
              "if (read.isEmpty()) { return CompletableFuture.completedFuture(true);",
              "if (read.isEmpty() || !read.get().isDummy()) {"
                  + " return CompletableFuture.completedFuture(true);"),
          of(
              "cleaner, a failed phase 3 is passed over",
              "Cleaner",
              "changed ? Outcome.CLEANED : Outcome.CHANGED",
              "Outcome.CLEANED"),
          of(
              "cleaner, phase 4 comes before phase 3",
              "Cleaner",
              "return changeVersion(pdr)",
              "return steps.writeIndex(ConditionalWrite.delete(irs.get(0)))"
                  + ".thenCompose(deleted -> changeVersion(pdr))"),
          of(
              "cleaner, phase 4 has no condition",
              "Cleaner",
              "? deleteIndexRecord(ir)",
              "? steps.readIndex(key)"
                  + NOW
                  + "now.isEmpty() ? CompletableFuture.completedFuture(Outcome.ABSENT)"
                  + " : deleteIndexRecord(now.get()))"),
          of(
              "write, phase 2: the entry of garbage is not replaced",
              "IndexPhase",
              "case CLEANED, ABSENT -> put(pir, ir);",
              "case CLEANED, ABSENT -> CompletableFuture.completedFuture(null);"),
          of(
              "write, phase 2: garbage is replaced without a condition",
              "IndexPhase",
              "return required(ConditionalWrite.replace(pir.version(), ir));",
              "return steps.readIndex(ir.key())"
                  + NOW
                  + "required(ConditionalWrite.put(now, ir)));"),
          of(
              "priority: counts of different records are compared, the lower one is replaced",
              "IndexPhase",
              "return pir.isPresent() && !pir.get().owner().equals(ir.owner());",
              "return pir.isPresent() && !pir.get().owner().equals(ir.owner())"
                  + " && pir.get().version().count() >= ir.version().count();"),
          of(
              "priority: counts of different records are compared, the higher one wins",
              "IndexPhase",
              "case CLEANED, ABSENT -> put(pir, ir);",
              "case CLEANED, ABSENT -> pir.version().count() > ir.version().count()"
                  + " ? CompletableFuture.failedFuture(conflict(ir.key())) : put(pir, ir);"),
          of(
              "priority: an entry of an earlier version counts as one's own",
              "--earlier 2 --kinds update,clean",
              "IndexPhase",
              "if (stored.equals(own)) {",
              "if (stored.generation().equals(own.generation())) {"),
          of(
              "priority: an entry of a later version is replaced",
              "--mode delete-insert --clients 3 --kinds update",
              "IndexPhase",
              "return stored.count() > own.count()",
              "return stored.count() < 0"),
          of(
              "priority: an entry of another generation is always replaced",
              "--mode delete-insert",
              "IndexPhase",
              "pdr.map(DataRecord::version).equals(Optional.of(own))",
              "pdr != null"),
          of(
              "one transaction: without the index records",
              "--mode shared",
              "Writer",
              "write(ConditionalWrite.put(read, dr), index)",
              "write(ConditionalWrite.put(read, dr), List.of())"),
          of(
              "read: the data record is not validated",
              "Lookup",
              "if (Cleaner.isValid(ir, pdr)) {",
              "if (pdr.isPresent()) {"),
          of(
              "read: dummies are seen",
              "Lookup",
              "read.filter(record -> !record.isDummy())",
              "read"),
          of(
              "delete has no condition",
              "Deleter",
              ".writeDataLast(ConditionalWrite.delete(pdr))",
              ".readData(pdr.key())"
                  + NOW
                  + "now.isEmpty() ? CompletableFuture.completedFuture(true)"
                  + " : steps.writeDataLast(ConditionalWrite.delete(now.get())))"));

  @Override
  public String toString() {
    return name;
  }
}
