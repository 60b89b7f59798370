package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.record.context.RecordContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Fills bunches up with the entries of the bunches after them. */
final class Compaction {
  private Compaction() {}

  static CompletableFuture<Optional<byte[]>> run(
      RecordContext context, BunchPlace place, BunchOptions options, byte[] from, int bunchesMax) {
    if (bunchesMax < 2) {
      throw new IllegalArgumentException(
          "compaction of " + bunchesMax + " bunches at once, the least is 2");
    }
    byte[] end = BunchPlace.behindAll(new byte[0]);
    return context
        .transaction()
        .getRange(place.key(from), place.key(end), bunchesMax, false, StreamingMode.EXACT)
        .asList()
        .thenApply(
            rows -> {
              List<Bunch> stored = rows.stream().map(row -> bunch(place, row)).toList();
              List<Bunch> full = filled(place, options, stored);
              write(context, place, stored, full);
              return rows.size() < bunchesMax
                  ? Optional.empty()
                  : Optional.of(full.get(full.size() - 1).firstKey());
            });
  }

  private static Bunch bunch(BunchPlace place, KeyValue row) {
    return Bunch.stored(place, place.below(row.getKey()), row.getValue());
  }

  private static List<Bunch> filled(BunchPlace place, BunchOptions options, List<Bunch> stored) {
    List<Bunch> full = new ArrayList<>();
    for (Bunch next : stored) {
      Bunch last = full.isEmpty() ? next : full.get(full.size() - 1);
      boolean joins = last != next && place.together(last.firstKey(), next.firstKey());
      List<BunchedEntry> rest = new ArrayList<>(next.list());
      while (joins && !rest.isEmpty() && last.takes(options, rest.get(0))) {
        last.append(Bunch.of(place, List.of(rest.remove(0))));
      }
      if (rest.size() == next.size()) {
        full.add(next);
      } else if (!rest.isEmpty()) {
        full.add(Bunch.of(place, rest));
      }
    }
    return full;
  }

  private static void write(
      RecordContext context, BunchPlace place, List<Bunch> stored, List<Bunch> full) {
    List<byte[]> keys = stored.stream().map(Bunch::storedKey).toList();
    for (byte[] key : keys) {
      if (full.stream().noneMatch(bunch -> Arrays.equals(bunch.firstKey(), key))) {
        context.clear(place.key(key));
      }
    }
    full.stream()
        .filter(Bunch::isChanged)
        .forEach(bunch -> context.set(place.key(bunch.firstKey()), bunch.encode()));
  }
}
