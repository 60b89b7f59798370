package dev.tenure.campaigns.globalindex;

import static dev.tenure.campaigns.globalindex.Mutation.NOW;

import java.util.List;

/** What is left out of slot moves of data records. */
final class MoveMutations {
  private static final String MOVES = "--mode moves --clients 1 --earlier 1";
  private static final String SLOT = "slot/MovingData";

  static final List<Mutation> ALL =
      List.of(
          Mutation.of(
              "move: the source gets no marker",
              MOVES,
              SLOT,
              "return source .write(ConditionalWrite.replace(record.version(), marker))",
              "return source.read(record.key()).thenApply(now -> true)"),
          Mutation.of(
              "move: the marker has no condition",
              MOVES,
              SLOT,
              "return source .write(ConditionalWrite.replace(record.version(), marker))",
              "return source.read(record.key())"
                  + NOW
                  + "source.write(ConditionalWrite.put(now, marker)))"),
          Mutation.of(
              "move: the marker comes before the copy",
              MOVES,
              SLOT,
              "return target .write(ConditionalWrite.put(there, copy)) .thenApply(",
              "return mark(record, copy).thenCompose(marker ->"
                  + " target.write(ConditionalWrite.put(there, copy))).thenApply("),
          Mutation.of(
              "move: the copy is not hidden",
              MOVES,
              "slot/Markers",
              "Version.first(new Generation(generation.timestamp(), -2 * generation.client())))",
              "Version.first(new Generation(generation.timestamp(), -2 * generation.client()))"
                  + ".next())"),
          Mutation.of(
              "move: the source is read before the target",
              "--mode moves --clients 1 --movers 2 --kinds update,delete",
              SLOT,
              "return target .read(key) .thenCompose( there -> checked(source.read(key))"
                  + " .thenCompose( read -> {",
              "return checked(source.read(key)).thenCompose(read -> target.read(key)"
                  + ".thenCompose(there -> {"),
          Mutation.of(
              "move: a dummy in the source gets no marker",
              MOVES,
              SLOT,
              "dummy.isEmpty() ? CompletableFuture.completedFuture(true)",
              "attempts > 0 ? CompletableFuture.completedFuture(true)"),
          Mutation.of(
              "move: a client does not look where a marker points",
              MOVES,
              SLOT,
              "return publish(read.get()).thenApply(published -> Place.TARGET);",
              "return CompletableFuture.completedFuture(Place.source(read));"),
          Mutation.of(
              "move: a client passes over a hidden copy",
              MOVES,
              SLOT,
              "return publish(read.get()).thenApply(published -> Place.TARGET);",
              "return CompletableFuture.completedFuture(Place.TARGET);"),
          Mutation.of(
              "move: a reader that finds nothing in the source does not ask the target",
              "--mode moves --clients 2 --earlier 0 --kinds create,read",
              SLOT,
              "if (read.isEmpty() && !writes) {"
                  + " return CompletableFuture.completedFuture(Place.TARGET);",
              "if (read.isEmpty() && !writes) {"
                  + " return CompletableFuture.completedFuture(Place.source(read));"),
          Mutation.of(
              "move: a create puts its record into the source",
              MOVES,
              SLOT,
              "if (isLive || !marks) {",
              "if (isLive || !marks || read.isEmpty()) {"),
          Mutation.of(
              "move: a write stays in the source",
              MOVES,
              SLOT,
              "if (isLive || !marks) {",
              "if (isLive || !marks || writes) {"),
          Mutation.of(
              "move: markers are set before all clients follow them",
              MOVES,
              SLOT,
              "if (isLive || !marks) {",
              "if (isLive) {"),
          Mutation.of(
              "move: a copy of an earlier content is marked",
              MOVES,
              "slot/Markers",
              "return isCopy(copy) && copy.withVersion(record.version()).equals(record);",
              "return isCopy(copy);"),
          Mutation.of(
              "move: a mover passes over a record that has changed",
              MOVES,
              SLOT,
              "marker.isPresent() ? publish(marker.get())",
              "marker.isEmpty() ? CompletableFuture.completedFuture(null)"
                  + " : marker.isPresent() ? publish(marker.get())"),
          Mutation.of(
              "move: a client whose marker is refused goes to the target",
              "--mode moves --clients 2 --earlier 0 --kinds create,read",
              SLOT,
              "marked ? CompletableFuture.completedFuture(Place.TARGET)",
              "attempts > 0 ? CompletableFuture.completedFuture(Place.TARGET)"),
          Mutation.of(
              "move: the lease is not checked behind a read",
              MOVES,
              "slot/SlotShards",
              "fresh.run();",
              "fresh.hashCode();"),
          Mutation.of(
              "move: the lease is not checked before the last write",
              MOVES,
              "settings/FencedDataShard",
              "keys.requireFresh();",
              "keys.hashCode();"),
          Mutation.of(
              "move, local indexes: the targets are not asked",
              MOVES,
              "slot/SlotScan",
              "AsyncLoop.all(targets.stream().map(find).toList())",
              "AsyncLoop.all(targets.stream().limit(0).map(find).toList())"),
          Mutation.of(
              "move, local indexes: a target is asked before the source",
              MOVES,
              "slot/SlotScan",
              "return find.apply(source)",
              "List<CompletableFuture<List<DataRecord>>> early ="
                  + " targets.stream().map(find).toList(); return find.apply(source)",
              "AsyncLoop.all(targets.stream().map(find).toList())",
              "AsyncLoop.all(early)"));

  private MoveMutations() {}
}
