package dev.tenure.record.keyspace;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.test.Note;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A tenant's stores on the way from one database to another. */
final class TenantMoveTest {
  private static final RecordMetaData VERSIONED =
      RecordMetaData.builder()
          .version(1)
          .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).versioned())
          .index("Note", Index.value("by-title", field("title")))
          .build();

  private final TestDatabase from = new TestDatabase();
  private final TestDatabase to = new TestDatabase();
  private final KeySpace here = KeySpaceTransferTest.space(new Subspace(Tuple.from("k")), "names");
  private final KeySpace there =
      KeySpaceTransferTest.space(new Subspace(new byte[] {7, 0, 9}), "other names");
  private final KeySpacePath source = here.path("app", "shop");
  private final KeySpacePath target = there.path("app", "shop");

  @AfterEach
  void close() {
    from.close();
    to.close();
  }

  private static RecordLayerException.Code codeOf(Runnable action) {
    return assertThrows(RecordLayerException.class, action::run).code();
  }

  private static CompletableFuture<RecordStore> open(RecordContext context, KeySpacePath tenant) {
    return tenant
        .add("store")
        .toSubspace(context)
        .thenCompose(
            subspace -> RecordStore.open(context, subspace, VERSIONED, OpenMode.CREATE_OR_OPEN));
  }

  /** Lock, export straight into the other database, unlock there with the next incarnation. */
  @Test
  void tenantMovesWithItsStoreWhileItIsLocked() {
    KeySpacePath tenant = source.add("tenant", "ann");
    KeySpacePath moved = target.add("tenant", "ann");
    to.run(there.path("app", "desk").add("tenant", "bob")::toSubspace); // takes numbers of names
    for (int id = 0; id < 20; id++) {
      Note note = Note.newBuilder().setId(id).setTitle("t" + id % 3).build();
      from.run(context -> open(context, tenant).thenCompose(store -> store.save(note)));
    }
    from.run(
        context ->
            open(context, tenant)
                .thenApply(
                    store -> {
                      store.lock(StoreLock.Kind.WRITES, "moving");
                      return true;
                    }));
    KeySpaceTransfer importer = KeySpaceTransfer.of(to.database);
    List<ImportProgress> progress = new ArrayList<>(List.of(ImportProgress.start()));

    from.database.join(
        KeySpaceTransfer.of(from.database)
            .withPageBytesMax(500)
            .exportTo(
                tenant,
                Optional.empty(),
                page ->
                    importer
                        .importPage(
                            moved,
                            ImportMode.INTO_EMPTY,
                            progress.get(progress.size() - 1),
                            page.bytes())
                        .thenAccept(progress::add)));
    Note late = Note.newBuilder().setId(99).build();
    assertEquals(
        RecordLayerException.Code.STORE_LOCKED,
        codeOf(() -> from.run(context -> open(context, tenant).thenCompose(s -> s.save(late)))));
    assertEquals(
        RecordLayerException.Code.STORE_LOCKED,
        codeOf(() -> to.run(context -> open(context, moved).thenCompose(s -> s.save(late)))));
    to.run(
        context ->
            open(context, moved)
                .thenApply(
                    store -> {
                      store.setIncarnation(store.header().incarnation() + 1);
                      store.unlock();
                      return true;
                    }));

    assertTrue(progress.size() > 3, progress.size() + " pages");
    for (int id = 0; id < 20; id++) {
      Tuple key = Tuple.from(id);
      var before = from.run(c -> open(c, tenant).thenCompose(s -> s.load("Note", key)));
      var after = to.run(c -> open(c, moved).thenCompose(s -> s.load("Note", key)));
      assertEquals(before.orElseThrow().message(), after.orElseThrow().message());
      assertArrayEquals(
          before.orElseThrow().version().orElseThrow().getBytes(),
          after.orElseThrow().version().orElseThrow().getBytes());
    }
    assertEquals(entries(from, tenant), entries(to, moved));
    int incarnation = to.run(c -> open(c, moved).thenApply(s -> s.header().incarnation()));
    assertEquals(1, incarnation);
    to.run(context -> open(context, moved).thenCompose(store -> store.save(late)));
    assertEquals(21, entries(to, moved).size());
  }

  @Test
  void writerThatOpenedTheStoreBeforeTheLockCannotCommitAfterIt() {
    KeySpacePath tenant = source.add("tenant", "ann");
    from.run(context -> open(context, tenant).thenApply(store -> true));
    for (int i = 0; i < 2; i++) {
      Note note = Note.newBuilder().setId(i).build();
      try (RecordContext late = from.database.openContext()) {
        late.join(open(late, tenant).thenCompose(store -> store.save(note)));
        setLocked(tenant, true);
        assertEquals(
            RecordLayerException.Code.COMMIT_CONFLICT, codeOf(() -> late.join(late.commit())));
      }
      setLocked(tenant, false);
    }
    assertEquals(List.of(), entries(from, tenant));
  }

  private void setLocked(KeySpacePath tenant, boolean locked) {
    from.run(
        context ->
            open(context, tenant)
                .thenApply(
                    store -> {
                      if (locked) {
                        store.lock(StoreLock.Kind.WRITES, "moving");
                      } else {
                        store.unlock();
                      }
                      return true;
                    }));
  }

  private static List<IndexEntry> entries(TestDatabase in, KeySpacePath tenant) {
    return in.run(
        context ->
            open(context, tenant)
                .thenCompose(
                    store ->
                        store
                            .scanIndex(
                                "by-title",
                                TupleRange.all(),
                                Continuation.START,
                                ScanOptions.defaults())
                            .asList()));
  }
}
