package dev.tenure.record.structure;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A bunched map in a test's database, written and read as strings. */
final class Maps {
  final byte[] prefix;
  final BunchedMap map;

  Maps(TestDatabase test, BunchOptions options) {
    this.prefix = test.subspace.pack(Tuple.from("map"));
    this.map = new BunchedMap(prefix, "test map", options);
  }

  static byte[] key(Object... columns) {
    return Tuple.from(columns).pack();
  }

  static byte[] value(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  void put(RecordContext context, String value, Object... columns) {
    BunchedChanges changes = new BunchedChanges();
    changes.put(key(columns), value(value));
    context.join(map.update(context, changes));
  }

  void remove(RecordContext context, Object... columns) {
    BunchedChanges changes = new BunchedChanges();
    changes.remove(key(columns));
    context.join(map.update(context, changes));
  }

  Optional<String> get(RecordContext context, Object... columns) {
    return context
        .join(map.get(context.transaction(), key(columns)))
        .map(value -> new String(value, StandardCharsets.UTF_8));
  }

  /** All entries as "(key)=value". */
  List<String> entries(RecordContext context, ScanOptions options) {
    return context
        .join(
            map.scan(context, new byte[0], new byte[] {(byte) 0xFF}, Continuation.START, options)
                .asList())
        .stream()
        .map(Maps::text)
        .toList();
  }

  static String text(BunchedEntry entry) {
    return Tuple.fromBytes(entry.key()) + "=" + new String(entry.value(), StandardCharsets.UTF_8);
  }

  /** How many entries each bunch has. */
  List<Integer> sizes(RecordContext context) {
    List<Integer> sizes = new ArrayList<>();
    BunchReads reads =
        map.read(context.transaction(), new byte[0], new byte[] {(byte) 0xFF}, false);
    BunchReads.Read read = context.join(reads.next());
    while (read != null) {
      sizes.add(read.entries().size());
      read = context.join(reads.next());
    }
    return sizes;
  }

  /** Everything the check says of the whole map, some bunches at a time. */
  BunchCheck verified(RecordContext context) {
    long bunches = 0;
    long entries = 0;
    List<String> problems = new ArrayList<>();
    Optional<byte[]> next = Optional.of(new byte[0]);
    while (next.isPresent()) {
      BunchCheck check = context.join(map.verify(context.transaction(), next.orElseThrow(), 7));
      bunches += check.bunches();
      entries += check.entries();
      problems.addAll(check.problems());
      next = check.next();
    }
    return new BunchCheck(bunches, entries, problems, next);
  }

  /** The bytes of all keys and values. */
  static long bytes(RecordContext context, byte[] prefix) {
    return context
        .join(
            context
                .transaction()
                .getRange(new Range(prefix, ByteArrayUtil.strinc(prefix)))
                .asList())
        .stream()
        .mapToLong(row -> row.getKey().length + row.getValue().length)
        .sum();
  }
}
