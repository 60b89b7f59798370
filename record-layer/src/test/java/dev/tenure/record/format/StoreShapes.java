package dev.tenure.record.format;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.version;

import com.google.protobuf.ByteString;
import dev.tenure.record.Notes;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.test.Color;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Place;
import dev.tenure.record.test.Plain;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Small stores that have all forms of rows between them. */
final class StoreShapes {
  /** A store: what it is called, and what is saved in it. */
  record Shape(
      String name, RecordMetaData metaData, Function<RecordStore, CompletableFuture<?>> filling) {
    @Override
    public String toString() {
      return name;
    }
  }

  private StoreShapes() {}

  static List<Shape> all() {
    return List.of(
        plain(), split(), shared(), versions(), header(), content(), aggregates(), text());
  }

  /** Split and single-key records, value indexes with nulls, fan-out and columns, counts. */
  static Shape plain() {
    Note full =
        Note.newBuilder()
            .setId(7)
            .setTitle("a\0b")
            .addTag("x")
            .addTag("y")
            .setAuthor("me")
            .setPlace(Place.newBuilder().setCity("Bern").setFloor(-1))
            .setColor(Color.GREEN)
            .build();
    Note negative = Note.newBuilder().setId(-300).build();
    Plain noIndex = Plain.newBuilder().setId("").setBody(ByteString.copyFrom(new byte[2])).build();
    return new Shape(
        "store/plain",
        Notes.META_DATA,
        store ->
            store
                .save(full)
                .thenCompose(saved -> store.save(negative))
                .thenCompose(saved -> store.save(Notes.item("z", "a", 1000)))
                .thenCompose(saved -> store.save(noIndex)));
  }

  /** A record in three chunks, with a version in front. */
  static Shape split() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).versioned())
            .build();
    Note large = Note.newBuilder().setId(1).setBody(ByteString.copyFrom(new byte[200_001])).build();
    return new Shape(
        "store/split",
        metaData,
        store ->
            store.save(large).thenCompose(saved -> store.save(Note.newBuilder().setId(2).build())));
  }

  /** Types of one extent and an index of several types. */
  static Shape shared() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(200)
            .recordType(
                Plain.getDefaultInstance(),
                type -> type.primaryKey(field("id")).inSharedExtent().timestamped())
            .recordType(
                HotItem.getDefaultInstance(), type -> type.primaryKey(field("id")).inSharedExtent())
            .recordType(
                Note.getDefaultInstance(),
                type -> type.primaryKey(field("id")).layout(RecordLayout.SINGLE_KEY))
            .index(List.of("Plain", "HotItem"), Index.value("by-id", field("id")))
            .build();
    return new Shape(
        "store/shared",
        metaData,
        store ->
            store
                .save(Plain.newBuilder().setId("p").build())
                .thenCompose(saved -> store.save(Notes.item("z", "h", 5)))
                .thenCompose(saved -> store.save(Note.newBuilder().setId(9).build())));
  }

  /** Versions of two incarnations, in slots and in a version index. */
  static Shape versions() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).versioned())
            .index(
                "Note",
                Index.version("changes", concat(field("author"), incarnation(), version()))
                    .covering(field("title")))
            .build();
    Note moved = Note.newBuilder().setId(2).setTitle("b").build();
    return new Shape(
        "store/versions",
        metaData,
        store ->
            store
                .save(Note.newBuilder().setId(1).setTitle("a").setAuthor("me").build())
                .thenCompose(
                    saved -> {
                      store.setIncarnation(3);
                      return store.save(moved);
                    }));
  }

  /** The rows of all index types of groups. */
  static Shape aggregates() {
    KeyExpression zone = field("zone");
    KeyExpression vesting = field("vesting");
    RecordMetaData.Builder metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                HotItem.getDefaultInstance(),
                type -> type.primaryKey(concat(field("zone"), field("id"))).typeKey(2).versioned());
    for (Index index :
        List.of(
            Index.of("updates", Index.COUNT_UPDATES, zone),
            Index.aggregate("not-null", Index.COUNT_NOT_NULL, zone, field("type")),
            Index.aggregate("sum", Index.SUM, zone, vesting),
            Index.aggregate("min-long", Index.MIN_EVER_LONG, zone, vesting),
            Index.aggregate("max-long", Index.MAX_EVER_LONG, zone, vesting),
            Index.aggregate(
                "min-tuple", Index.MIN_EVER_TUPLE, zone, concat(field("type"), vesting)),
            Index.aggregate("max-tuple", Index.MAX_EVER_TUPLE, empty(), field("type")),
            Index.aggregate("version", Index.MAX_EVER_VERSION, empty(), version()),
            Index.aggregate("least", Index.PERMUTED_MIN, zone, vesting),
            Index.aggregate("greatest", Index.PERMUTED_MAX, concat(zone, field("type")), vesting)
                .option(Index.PERMUTED_SIZE, "1"),
            Index.aggregate("bits", Index.BITMAP_VALUE, zone, vesting)
                .option(Index.BITMAP_ENTRY_SIZE, "16"))) {
      metaData.index("HotItem", index);
    }
    return new Shape(
        "store/aggregates",
        metaData.build(),
        store ->
            store
                .save(Notes.item("z", "a", 1000))
                .thenCompose(saved -> store.save(Notes.item("z", "b", -3)))
                .thenCompose(saved -> store.save(Notes.item("z", "b", -300))));
  }

  /** All fields of a header, and an index that is not kept. */
  static Shape header() {
    return new Shape(
        "store/header",
        Notes.META_DATA,
        store ->
            store
                .save(Note.newBuilder().setId(1).build())
                .thenCompose(saved -> store.save(Note.newBuilder().setId(2).build()))
                .thenCompose(saved -> store.rebuildIndex("by-title", new BuildLimits(1, 1_000)))
                .thenAccept(
                    state -> {
                      store.setUserVersion(5);
                      store.setIncarnation(2);
                      store.setUserField("b", ByteString.copyFromUtf8("B"));
                      store.setUserField("a", ByteString.EMPTY);
                      store.lock(StoreLock.Kind.WRITES, "moving");
                    }));
  }

  /** A header that says that the store's content has a format. */
  static Shape content() {
    return new Shape(
        "store/content",
        Notes.META_DATA,
        store ->
            store
                .save(Note.newBuilder().setId(1).build())
                .thenAccept(saved -> store.raiseContentFormat(StoreHeader.CONTENT_FORMAT_MAX)));
  }

  /** Bunches of one token and of several, with one entry and with more, with and without places. */
  static Shape text() {
    Index titles = Index.of("by-title", TextIndexType.NAME, field("title"));
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(1)
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(1))
            .index("Note", titles)
            .index(
                "Note",
                Index.of(
                        "by-author",
                        TextIndexType.NAME,
                        grouping(concat(field("author"), field("title")), 1))
                    .option(TextIndexType.BUNCH_ACROSS_TOKENS, "true")
                    .option(TextIndexType.BUNCH_SIZE, "3")
                    .option(TextIndexType.OMIT_POSITIONS, "true"))
            .build();
    return new Shape(
        "store/text",
        metaData,
        store ->
            store
                .save(Note.newBuilder().setId(1).setTitle("The whale, the whale").build())
                .thenCompose(
                    saved -> store.save(Note.newBuilder().setId(2).setTitle("A whale").build()))
                .thenCompose(
                    saved -> store.save(Note.newBuilder().setId(300).setTitle("whales").build())));
  }
}
