package dev.tenure.record.index.contract;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.key.StoredColumn;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Rival;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** A store with one index under the contract, and random changes of it. */
final class ContractStore implements AutoCloseable {
  static final String SUBJECT = "Subject";
  static final String RIVAL = "Rival";
  private static final List<String> TEAMS = List.of("", "blue", "red", "red\0", "rose");
  private static final List<String> TAGS = List.of("a", "b", "aa", "é", "");
  private static final List<String> WORDS =
      List.of("call", "me", "Ishmael", "whale", "white", "the", "sea", "seas", "Ωmega");

  final TestDatabase test = new TestDatabase();
  final IndexCase subject;
  final RecordMetaData metaData;
  private final List<History.Save> saves = new ArrayList<>();

  ContractStore(IndexCase subject) {
    this.subject = subject;
    this.metaData = metaData(subject);
  }

  private static RecordMetaData metaData(IndexCase subject) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .recordType(
                Subject.getDefaultInstance(),
                type -> {
                  type.primaryKey(concat(field("team"), field("id"))).typeKey(1).versioned();
                  if (keepsTimes(subject)) {
                    type.timestamped();
                  }
                })
            .recordType(
                Rival.getDefaultInstance(),
                type -> type.primaryKey(concat(field("team"), field("id"))).typeKey(2));
    return subject.name().startsWith("universal")
        ? builder.universalIndex(subject.index()).build()
        : builder.index(SUBJECT, subject.index()).build();
  }

  private static boolean keepsTimes(IndexCase subject) {
    return subject.index().root().needs(StoredColumn.CREATED);
  }

  /** Runs a body that waits for its own futures, and commits. */
  void in(Consumer<RecordStore> body) {
    test.run(
        context ->
            open(context)
                .thenApply(
                    store -> {
                      body.accept(store);
                      return true;
                    }));
  }

  CompletableFuture<RecordStore> open(RecordContext context) {
    return RecordStore.open(context, test.subspace, metaData, OpenMode.CREATE_OR_OPEN);
  }

  /** Saves in one transaction, all begun before the first is waited for. */
  void save(Subject... subjects) {
    if (keepsTimes(subject)) {
      test.clock.advance(Duration.ofMillis(3));
    }
    in(
        store -> {
          List<CompletableFuture<StoredRecord>> running = new ArrayList<>();
          for (Subject each : subjects) {
            running.add(store.save(each));
          }
          running.forEach(store.context()::join);
        });
    note(subjects);
  }

  /** Notes what was saved, with the versions the commit has given. */
  void note(Subject... subjects) {
    in(
        store -> {
          for (Subject each : subjects) {
            store
                .context()
                .join(store.load(SUBJECT, Tuple.from(each.getTeam(), each.getId())))
                .ifPresent(
                    found ->
                        saves.add(
                            new History.Save(
                                each,
                                found.version().orElseThrow(),
                                found,
                                rowBytes(store, found))));
          }
        });
  }

  /** Forgets the saves of a team. */
  void forgetPast(String team) {
    saves.removeIf(save -> save.subject().getTeam().equals(team));
  }

  void forgetPast() {
    saves.clear();
    in(store -> saves.addAll(current(store)));
  }

  /** Everything as brute force over the records has it. */
  Object expected() {
    List<Object> result = new ArrayList<>();
    in(
        store ->
            result.add(
                subject
                    .expected()
                    .apply(new History(current(store), records(store, RIVAL), saves))));
    return result.get(result.size() - 1);
  }

  private static List<History.Save> current(RecordStore store) {
    return records(store, SUBJECT).stream()
        .map(record -> History.save(record, rowBytes(store, record)))
        .toList();
  }

  /** The bytes of a record's rows as the engine has them, without the store's subspace. */
  private static long rowBytes(RecordStore store, StoredRecord record) {
    byte[] begin = store.recordKey(SUBJECT, record.primaryKey());
    int prefix = store.subspace().getKey().length;
    Range rows = new Range(begin, ByteArrayUtil.join(begin, new byte[] {(byte) 0xFF}));
    return store.context().join(store.context().transaction().getRange(rows).asList()).stream()
        .mapToLong(row -> row.getKey().length - prefix + row.getValue().length)
        .sum();
  }

  Object observed() {
    List<Object> result = new ArrayList<>();
    in(store -> result.add(subject.observed().apply(store)));
    return result.get(result.size() - 1);
  }

  static List<StoredRecord> records(RecordStore store, String type) {
    return store
        .context()
        .join(
            store
                .scan(type, TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .asList());
  }

  /** All rows of indexes, entries and structures, as texts. */
  List<String> indexRows() {
    byte[] begin = ByteArrayUtil.join(test.subspace.getKey(), Tuple.from(2).pack());
    byte[] end = ByteArrayUtil.join(test.subspace.getKey(), Tuple.from(5).pack());
    return test.run(
        context ->
            context
                .transaction()
                .getRange(new Range(begin, end))
                .asList()
                .thenApply(
                    rows ->
                        rows.stream()
                            .map(
                                row ->
                                    ByteArrayUtil.printable(row.getKey())
                                        + " = "
                                        + ByteArrayUtil.printable(row.getValue()))
                            .toList()));
  }

  /** A subject with an id of few, and values of few. */
  static Subject random(RandomGenerator random) {
    Subject.Builder subject =
        Subject.newBuilder()
            .setId(random.nextInt(8))
            .setTeam(TEAMS.get(random.nextInt(TEAMS.size())));
    subject.setSlot(subject.getId() * 3 + 7L * TEAMS.indexOf(subject.getTeam()) * 100);
    if (random.nextInt(5) > 0) {
      subject.setScore(random.nextInt(7) - 3);
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      subject.addTag(TAGS.get(random.nextInt(TAGS.size())));
    }
    if (random.nextInt(4) > 0) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(6); i > 0; i--) {
        text.append(WORDS.get(random.nextInt(WORDS.size()))).append(i % 2 == 0 ? ", " : " ");
      }
      subject.setText(text.toString());
    }
    return subject.build();
  }

  static Subject[] random(RandomGenerator random, int count) {
    Subject[] subjects = new Subject[count];
    for (int i = 0; i < count; i++) {
      subjects[i] = random(random);
    }
    return subjects;
  }

  @Override
  public void close() {
    test.close();
  }
}
