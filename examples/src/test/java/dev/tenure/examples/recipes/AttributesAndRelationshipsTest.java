package dev.tenure.examples.recipes;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.recipes.proto.Attribute;
import dev.tenure.examples.recipes.proto.Membership;
import dev.tenure.examples.recipes.proto.User;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.UniquenessViolationException;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** What docs/recipes/attributes-and-relationships.md shows. */
final class AttributesAndRelationshipsTest {
  private static final RecordMetaData METADATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(User.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .recordType(
              Attribute.getDefaultInstance(),
              type -> type.typeKey(2).primaryKey(concat(field("entity"), field("name"))))
          .recordType(
              Membership.getDefaultInstance(),
              type -> type.typeKey(3).primaryKey(concat(field("user"), field("team"))))
          .index("User", Index.value("by-region", field("region")))
          .index("Membership", Index.value("members", concat(field("team"), field("user"))))
          .index(
              "Membership",
              Index.value("lead", field("team")).where(equal(field("role"), "lead")).unique())
          .include(QueueSchema.part())
          .build();

  private static CompletableFuture<List<String>> usersIn(RecordStore store, String region) {
    return store
        .scanIndex(
            "by-region",
            TupleRange.prefix(Tuple.from(region)),
            Continuation.START,
            ScanOptions.defaults())
        .map(entry -> entry.primaryKey().getString(0))
        .asList();
  }

  private static CompletableFuture<Optional<String>> attribute(
      RecordStore store, String entity, String name) {
    return store
        .load("Attribute", Tuple.from(entity, name))
        .thenApply(found -> found.map(record -> record.message(Attribute.class).getValue()));
  }

  private static CompletableFuture<Map<String, String>> attributes(
      RecordStore store, String entity) {
    return store
        .scan(
            "Attribute",
            TupleRange.prefix(Tuple.from(entity)),
            Continuation.START,
            ScanOptions.defaults())
        .map(record -> record.message(Attribute.class))
        .asList()
        .thenApply(
            all -> all.stream().collect(Collectors.toMap(Attribute::getName, Attribute::getValue)));
  }

  private static CompletableFuture<List<String>> teamsOf(RecordStore store, String user) {
    return store
        .scan(
            "Membership",
            TupleRange.prefix(Tuple.from(user)),
            Continuation.START,
            ScanOptions.defaults())
        .map(record -> record.message(Membership.class).getTeam())
        .asList();
  }

  private static CompletableFuture<List<String>> membersOf(RecordStore store, String team) {
    return store
        .scanIndex(
            "members",
            TupleRange.prefix(Tuple.from(team)),
            Continuation.START,
            ScanOptions.defaults())
        .map(entry -> entry.key().getString(1))
        .asList();
  }

  private static CompletableFuture<Boolean> belongs(RecordStore store, String user, String team) {
    return store.exists("Membership", Tuple.from(user, team), Isolation.SERIALIZABLE);
  }

  private static Attribute of(String entity, String name, String value) {
    return Attribute.newBuilder().setEntity(entity).setName(name).setValue(value).build();
  }

  private static Membership member(String user, String team, String role) {
    return Membership.newBuilder().setUser(user).setTeam(team).setRole(role).build();
  }

  @SimulatedTest(seeds = 1)
  void anIndexFindsUsersByAFieldAndFollowsItsChanges(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> it.save(User.newBuilder().setId("jones").setRegion("north").build()));
    store.run(it -> it.save(User.newBuilder().setId("smith").setRegion("north").build()));
    assertEquals(List.of("jones", "smith"), store.run(it -> usersIn(it, "north")));
    store.run(it -> it.save(User.newBuilder().setId("jones").setRegion("south").build()));
    assertEquals(List.of("smith"), store.run(it -> usersIn(it, "north")));
  }

  @SimulatedTest(seeds = 1)
  void attributesAreReadSinglyAndTogetherAndGoWithTheirEntity(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> it.save(of("jones", "language", "en")));
    store.run(it -> it.save(of("jones", "theme", "dark")));
    store.run(it -> it.save(of("smith", "theme", "light")));
    assertEquals(Optional.of("en"), store.run(it -> attribute(it, "jones", "language")));
    assertEquals(Optional.empty(), store.run(it -> attribute(it, "smith", "language")));
    assertEquals(
        Map.of("language", "en", "theme", "dark"), store.run(it -> attributes(it, "jones")));
    store.run(
        it -> {
          it.deleteWhere("Attribute", Tuple.from("jones"));
          return CompletableFuture.completedFuture(null);
        });
    assertEquals(Map.of(), store.run(it -> attributes(it, "jones")));
    assertEquals(Map.of("theme", "light"), store.run(it -> attributes(it, "smith")));
  }

  @SimulatedTest(seeds = 1)
  void aRelationshipIsReadFromBothSides(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> it.save(member("jones", "sales", "")));
    store.run(it -> it.save(member("jones", "service", "")));
    store.run(it -> it.save(member("smith", "sales", "")));
    assertEquals(List.of("sales", "service"), store.run(it -> teamsOf(it, "jones")));
    assertEquals(List.of("jones", "smith"), store.run(it -> membersOf(it, "sales")));
    assertTrue(store.holds(it -> belongs(it, "smith", "sales")));
    assertFalse(store.holds(it -> belongs(it, "smith", "service")));
  }

  @SimulatedTest(seeds = 1)
  void aTeamHasOneLead(SimulatedEngine engine) {
    RecipeStore store = RecipeStore.open(engine, METADATA);
    store.run(it -> it.save(member("jones", "sales", "lead")));
    store.run(it -> it.save(member("lee", "sales", "")));
    assertThrows(
        UniquenessViolationException.class,
        () -> store.run(it -> it.save(member("smith", "sales", "lead"))));
    assertEquals(List.of("jones", "lee"), store.run(it -> membersOf(it, "sales")));
  }
}
