package dev.tenure.record.global.mutation;

import java.util.List;

/**
 * A condition, step or wait that is left out of upkeep.
 *
 * @param file below the package of the library
 * @param from a text of the file, which occurs once; white space may differ
 * @param test class and method, below the same package, that fails then
 */
record PlantedFault(String name, String file, String from, String to, String test) {
  private static final String AUDIT = "audit.AuditTest#";
  private static final String KEYS = "keys.KeyChangesTest#";
  private static final String VIOLATIONS = "violation.ViolationsTest#";
  private static final String INDEX_MOVES = "move.IndexMovesTest#";
  private static final String MOVES = "move.MovesTest#";
  private static final String RACE = "move.KeyRaceTest#oneOfTwoWritersOfAKeySucceeds";
  private static final String NOTHING = "CompletableFuture.completedFuture(null)";

  static final List<PlantedFault> ALL =
      List.of(
          new PlantedFault(
              "audit: an index record counts as garbage without a second look",
              "audit/EntryCheck",
              "return mayBeUnderWay || !again.get().equals(ir)",
              "return mayBeUnderWay",
              AUDIT + "entryThatIsReplacedBetweenTwoLooksIsJudgedAnew"),
          new PlantedFault(
              "audit: a write under way has no grace",
              "audit/EntryCheck",
              "mayBeUnderWay ? options.grace() : Duration.ZERO",
              "Duration.ZERO",
              AUDIT + "writeUnderWayIsNotGarbageWithinTheGrace"),
          new PlantedFault(
              "audit: a key counts as missing without a second look at the record",
              "audit/DataCheck",
              "if (again.get().version().equals(dr.version())) {",
              "if (again.isPresent()) {",
              AUDIT + "keyThatIsLostBetweenTwoLooksIsNotMissing"),
          new PlantedFault(
              "audit: a young dummy counts",
              "audit/DataCheck",
              "< options.dummyAge().toMillis()",
              "< 0",
              AUDIT + "dummyCountsOnceItIsOld"),
          new PlantedFault(
              "audit: of several marked owners none keeps its state",
              "audit/DataCheck",
              ".filter(least -> least.compareTo(dr.key()) < 0)",
              ".filter(least -> true)",
              AUDIT + "secondOwnerIsAViolationThatIsNoted"),
          new PlantedFault(
              "violations: owners that were noted before are forgotten",
              "violation/Violations",
              "known.ifPresent(each -> all.addAll(each.owners()));",
              "",
              VIOLATIONS + "repairRunPersistsIndexRecordsAndReportsViolations"),
          new PlantedFault(
              "violations: a record that lost the key may be named as its keeper",
              "violation/Violations",
              "if (others.size() == owners.size()) {",
              "if (owners.isEmpty()) {",
              VIOLATIONS + "recordThatLostTheKeyCannotBeNamedAsItsKeeper"),
          new PlantedFault(
              "violations: a violation with two owners left is taken off",
              "violation/Violations",
              "if (owners.size() > 1) {",
              "if (owners.size() > 2) {",
              VIOLATIONS + "replacementKeysResolveOneOwnerAfterAnother"),
          new PlantedFault(
              "violations: the keeper gets no index record unless it is marked",
              "violation/Violations",
              ".run(owner, Set.of(key))",
              ".run(owner, Set.of())",
              VIOLATIONS + "keeperWithoutAMarkGetsItsIndexRecord"),
          new PlantedFault(
              "keys: a change does not wait for the leases",
              "keys/KeyChanges",
              ".pause(stored.lease().multipliedBy(LEASES))",
              ".pause(java.time.Duration.ZERO)",
              KEYS + "fillBeginsOnceNoClientUsesOlderKeys"),
          new PlantedFault(
              "keys: records that own the key are not rewritten",
              "keys/RecordPass",
              "if (!hasKey) {",
              "if (hasKey) { return " + NOTHING + "; } else {",
              KEYS + "writeOfOldCodeThatPausesBeforeItsLastStepIsFencedByTheFill"),
          new PlantedFault(
              "keys: dummies are left",
              "keys/RecordPass",
              "return Upkeep.written(protocol.shards().dataOf(pdr.key()),"
                  + " ConditionalWrite.delete(pdr));",
              "return " + NOTHING + ";",
              KEYS + "createOfOldCodeThatPausesBeforeItsLastStepIsFencedByTheFill"),
          new PlantedFault(
              "keys: the position passes records that were refused their key",
              "keys/RecordPass",
              "if (refused.get() == 0) { stays = at;",
              "if (refused.get() >= 0) { stays = at;",
              KEYS + "fillThatIsRefusedAKeyStaysInFrontOfTheRecordUntilItIsChanged"),
          new PlantedFault(
              "keys: index records of a dropped key are left",
              "keys/KeyChanges",
              "ir.key().key().name().equals(name)",
              "ir.key().key().name().isEmpty()",
              KEYS + "droppedKeyIsRefusedAtOnceAndLeavesNothing"),
          new PlantedFault(
              "fence: the lease is not checked before the last write",
              "settings/FencedDataShard",
              "keys.requireFresh();",
              "if (keys.hashCode() == 0) { keys.requireFresh(); }",
              KEYS + "operationThatOutlivesItsLeaseHasNoEffect"),
          new PlantedFault(
              "fence: the dummy of a create that is too late is left",
              "settings/FencedDataShard",
              ".filter(DataRecord::isDummy)",
              ".filter(dummy -> !dummy.isDummy())",
              KEYS + "operationThatOutlivesItsLeaseHasNoEffect"),
          new PlantedFault(
              "fence: a create whose dummy is taken away begins again",
              "settings/FencedDataShard",
              "if (!replaced) { throw",
              "if (!replaced && keys.hashCode() == 0) { throw",
              KEYS + "createOfOldCodeThatPausesBeforeItsLastStepIsFencedByTheFill"),
          new PlantedFault(
              "fence: the lease is not checked once the dummy is inserted",
              "settings/FencedDataShard",
              "inserted ? checked(ConditionalWrite.replace(first, record))",
              "inserted ? shard.write(ConditionalWrite.replace(first, record))",
              KEYS + "operationThatOutlivesItsLeaseHasNoEffect"),
          new PlantedFault(
              "lease: the age counts from the answer",
              "settings/KeysLease",
              ".thenApply(keys -> confirm(keys, begun));",
              ".thenApply(keys -> confirm(keys, millis.getAsLong()));",
              KEYS + "ageOfTheKeysCountsFromBeforeTheyWereRead"),
          new PlantedFault(
              "lease: an operation waits for a read of the keys that began a lease ago",
              "settings/KeysLease",
              "reading.isDone() || now - readingSince >= lease",
              "reading.isDone()",
              KEYS + "operationDoesNotWaitForAReadOfTheKeysThatBeganMoreThanALeaseAgo"),
          new PlantedFault(
              "lease: a read by a key is not checked at its end",
              "client/ProtocolSession",
              "snapshot.requireFresh(); return found;",
              "return found;",
              KEYS + "readThatOutlivesItsLeaseFails"),
          new PlantedFault(
              "lease: a delete by a key is not checked behind its read",
              "client/GlobalIndex",
              "session.fresh(session.lookup().read(ak)).thenCompose(session.deleter()::delete)",
              "session.lookup().read(ak).thenCompose(session.deleter()::delete)",
              KEYS + "deleteByAKeyThatNobodyOwnsFailsWhenItOutlivesItsLease"),
          new PlantedFault(
              "lease: an update by a key is not checked behind its read",
              "client/GlobalIndex",
              "session .fresh(session.lookup().read(ak)) .thenCompose( read ->",
              "session.lookup().read(ak).thenCompose(read ->",
              KEYS + "updateByAKeyThatNobodyOwnsFailsWhenItOutlivesItsLease"),
          new PlantedFault(
              "move: each phase waits for one lease",
              "move/Moves",
              "LEASES = 2",
              "LEASES = 1",
              MOVES + "eachOfThreePhasesWaitsForTwoLeases"),
          new PlantedFault(
              "index move: a key whose second shard is down is not marked",
              "protocol/IndexPhase",
              "unindexed.addAll(down(ended));",
              "",
              INDEX_MOVES + "aKeyIsWrittenWhileBothShardsAreUpAndReadWhileOneIs"),
          new PlantedFault(
              "index move: the fill drops the marks of other keys",
              "protocol/IndexFill",
              "new TreeSet<>(pdr.unindexed())",
              "new TreeSet<>()",
              INDEX_MOVES + "fillThatMarksASecondOwnerLeavesTheMarksOfItsOtherKeys"),
          new PlantedFault(
              "index move: both places are taken at once",
              "protocol/IndexPhase",
              "inserts.add(insertOrRead(places(key).get(0), key, pdr));",
              "for (int place : places(key)) { inserts.add(insertOrRead(place, key, pdr)); }",
              RACE),
          new PlantedFault(
              "index move: a write that has lost the first place goes on at the second",
              "protocol/IndexPhase",
              "if (!read.map(DataRecord::version).equals(Optional.of(pdr.version()))) {",
              "if (read.map(DataRecord::version).equals(Optional.empty()) && writesWhileDown) {",
              RACE),
          new PlantedFault(
              "index move: a sweep leaves a write that relies on what it deletes",
              "protocol/Cleaner",
              "pdr.map(DataRecord::version).equals(Optional.of(ir.version()))",
              "pdr.map(DataRecord::version).isEmpty() && place < 0",
              INDEX_MOVES + "aSweepFailsTheWriteThatReliesOnWhatItDeletes"),
          new PlantedFault(
              "index move: an audit leaves index records in a shard without their slot",
              "audit/EntryCheck",
              "indexPlacesOf(ir.key().key()).contains(place)",
              "indexPlacesOf(ir.key().key()).size() > 0",
              INDEX_MOVES + "anAuditDeletesWhatALateClientHasLeftBehindTheSweep"),
          new PlantedFault(
              "index move: of two owners none is marked by the fill",
              "protocol/IndexFill",
              "return steps.writeData(ConditionalWrite.replace(pdr.version(), dr));",
              "return CompletableFuture.completedFuture(dr != pdr);",
              INDEX_MOVES + "twoOwnersOfAKeyAreLeftToARepairRun"));

  @Override
  public String toString() {
    return name;
  }
}
