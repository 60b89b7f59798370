package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.store.row.StoreKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/** Two processes that remember three stores, each open compared with one that remembers nothing. */
final class StoreStateModelTest {
  private static final int STEPS = 300;
  private static final int STORES = 3;
  private static final BuildLimits NONE = new BuildLimits(0, 0);

  private final Stores stores = new Stores();
  private final RandomGenerator random = Seeds.random("StoreStateModelTest");
  private final List<RecordDatabase> processes =
      List.of(stores.test.builder().build(), stores.test.builder().storeStatesMax(2).build());
  private final RecordDatabase uncached = stores.test.builder().storeStatesMax(0).build();
  private final List<Long> versions = new ArrayList<>();
  private final int[] metaDataVersions = IntStream.generate(() -> 1).limit(STORES).toArray();

  @AfterEach
  void close() {
    stores.close();
  }

  private static RecordMetaData metaData(int version) {
    RecordMetaData.Builder builder = Stores.notes(version);
    for (int i = 1; i < version; i++) {
      builder.index("Note", Index.value("i" + i, field("title")).addedVersion(i + 1));
    }
    return builder.build();
  }

  @RepeatedTest(5)
  void everyOpenGivesWhatIsStored() {
    for (int step = 0; step < STEPS; step++) {
      RecordDatabase process = processes.get(random.nextInt(processes.size()));
      int store = random.nextInt(STORES);
      try (RecordContext context = process.openContext()) {
        versions.add(context.join(context.readVersion()));
        int[] before = metaDataVersions.clone();
        int changes = random.nextInt(3);
        for (int i = 0; i <= changes; i++) {
          change(context, random.nextInt(3) == 0 ? random.nextInt(STORES) : store);
        }
        if (random.nextInt(4) != 0) {
          context.join(context.commit());
        } else {
          System.arraycopy(before, 0, metaDataVersions, 0, STORES);
        }
      }
      compareAll(step);
    }
  }

  private StoreOptions options(int store) {
    return StoreOptions.of(stores.at(store), metaData(metaDataVersions[store])).withBuild(NONE);
  }

  private void change(RecordContext context, int at) {
    StoreOptions options = options(at);
    switch (random.nextInt(8)) {
      case 0 -> RecordStore.clear(context, options.subspace());
      case 1 -> {
        context.clear(new StoreKeys(options.subspace()).everything());
        context.expireStoreStates();
      }
      case 2 -> {
        if (metaDataVersions[at] < 12) {
          metaDataVersions[at]++;
        }
        changeHeader(context, options(at));
      }
      default -> changeHeader(context, options);
    }
  }

  private void changeHeader(RecordContext context, StoreOptions options) {
    stores.test.clock.advance(Duration.ofMillis(1));
    RecordStore store = unlocked(context, options.withLockOverride("all"));
    switch (random.nextInt(7)) {
      case 0 -> store.setUserVersion(random.nextInt(100));
      case 1 ->
          store.setUserField(
              "f" + random.nextInt(3), ByteString.copyFromUtf8("v" + random.nextInt(9)));
      case 2 -> store.clearUserField("f" + random.nextInt(3));
      case 3 -> store.lock(StoreLock.Kind.ALL, "all");
      case 4 -> store.lock(StoreLock.Kind.WRITES, "writes");
      case 5 -> store.unlock();
      default -> {
        if (store.header().lock().isEmpty()) {
          context.join(store.save(Stores.note(random.nextInt(5), "t")));
        }
      }
    }
  }

  /** Opens a store; takes a lock away that keeps it from newer metadata. */
  private static RecordStore unlocked(RecordContext context, StoreOptions options) {
    try {
      return context.join(RecordStore.open(context, options));
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.STORE_LOCKED, e.code());
      context.join(RecordStore.unlock(context, options));
      return context.join(RecordStore.open(context, options));
    }
  }

  private void compareAll(int step) {
    ContextOptions now = ContextOptions.defaults();
    ContextOptions old =
        now.withReadVersion(
            versions.get(versions.size() - 1 - random.nextInt(Math.min(5, versions.size()))));
    for (int store = 0; store < STORES; store++) {
      for (ContextOptions when : List.of(now, old)) {
        String expected = seen(uncached, when, store);
        for (RecordDatabase process : processes) {
          assertEquals(expected, seen(process, when, store), "step " + step + ", store " + store);
        }
      }
    }
  }

  private String seen(RecordDatabase database, ContextOptions when, int store) {
    StoreOptions options =
        StoreOptions.of(stores.at(store), metaData(12)).withMode(OpenMode.OPEN).withBuild(NONE);
    try (RecordContext context = database.openContext(when)) {
      try {
        RecordStore opened = context.join(RecordStore.open(context, options));
        List<String> states = new ArrayList<>();
        for (Index index : opened.metaData().indexes()) {
          states.add(opened.indexState(index.name()).name());
        }
        StoreHeader header = opened.header();
        List<String> fields = new ArrayList<>();
        header.userFields().forEach((name, value) -> fields.add(name + "=" + value.toStringUtf8()));
        return header.userVersion() + " " + header.lock() + fields + states;
      } catch (RecordLayerException e) {
        return e.code() + e.getMessage();
      }
    }
  }
}
