package dev.tenure.record.index.rank;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.OpenIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds the groups that have a ranked set, by reading one key of each. */
final class RankedGroups {
  private final OpenIndex index;
  private final RankIndexMaintainer maintainer;
  private final byte[] end;
  private byte[] begin;

  RankedGroups(OpenIndex index, RankIndexMaintainer maintainer) {
    this.index = index;
    this.maintainer = maintainer;
    Range all = index.keys().structureRange(new Tuple());
    this.begin = all.begin;
    this.end = all.end;
  }

  CompletableFuture<List<Tuple>> list(Optional<Tuple> behind, int max) {
    behind.ifPresent(group -> begin = index.keys().structureRange(group).end);
    List<Tuple> groups = new ArrayList<>();
    return AsyncLoop.whileTrue(
            () ->
                next()
                    .thenApply(
                        found -> {
                          found.ifPresent(groups::add);
                          return found.isPresent() && groups.size() < max;
                        }))
        .thenApply(nothing -> groups);
  }

  private CompletableFuture<Optional<Tuple>> next() {
    IndexKeys keys = index.keys();
    return index
        .reader(Isolation.SNAPSHOT)
        .getRange(begin, end, 1, false, StreamingMode.EXACT)
        .asList()
        .thenApply(
            rows ->
                rows.stream()
                    .findFirst()
                    .map(
                        row ->
                            maintainer.group(
                                keys.entryKey(row.getKey(), keys.structurePrefix().length))))
        .thenApply(
            group -> {
              group.ifPresent(found -> begin = keys.structureRange(found).end);
              return group;
            });
  }
}
