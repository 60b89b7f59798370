package dev.tenure.record.evolution;

import static dev.tenure.record.evolution.EvolutionPairs.M;
import static dev.tenure.record.evolution.EvolutionPairs.M_TEXT;
import static dev.tenure.record.evolution.EvolutionPairs.N;
import static dev.tenure.record.evolution.EvolutionPairs.O;
import static dev.tenure.record.evolution.EvolutionPairs.both;
import static dev.tenure.record.evolution.EvolutionPairs.messages;
import static dev.tenure.record.evolution.EvolutionPairs.withIndex;
import static dev.tenure.record.evolution.EvolutionPairs.withType;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.evolution.EvolutionPairs.Pair;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexType;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.metadata.IndexTypes;
import dev.tenure.record.metadata.Protos;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule with changes it accepts and changes it, and no other rule, rejects. */
final class EvolutionRulesTest {
  private static final Index VALUE = Index.value("i", field("a")).subspaceKey(1);

  static Stream<Pair> pairs() {
    EvolutionPairs pairs = new EvolutionPairs();
    metaData(pairs);
    types(pairs);
    fields(pairs);
    fieldKinds(pairs);
    enums(pairs);
    IndexPairs.addTo(pairs);
    return pairs.pairs().stream();
  }

  private static void metaData(EvolutionPairs pairs) {
    pairs
        .rule("version-not-grown")
        .accepts(messages(3, M_TEXT), messages(4, M_TEXT))
        .accepts(messages(3, M_TEXT), messages(9, M_TEXT))
        .rejects(messages(3, M_TEXT), messages(3, M_TEXT))
        .rejects(messages(3, M_TEXT), messages(2, M_TEXT));
    UnaryOperator<RecordMetaData.Builder> foreign =
        builder ->
            builder
                .indexTypes(IndexTypes.builtIn().with(new ForeignType()))
                .index("M", Index.of("i", "foreign", field("a")).addedVersion(4));
    pairs
        .rule("not-known-here")
        .acceptsChange(EvolutionPairs::same, withIndex(VALUE.addedVersion(4)))
        .rejectsChange(EvolutionPairs::same, foreign);
  }

  private static void types(EvolutionPairs pairs) {
    pairs
        .rule("type-dropped")
        .acceptsChange(withType(N, 2, 1), withType(N, 2, 1))
        .rejectsChange(withType(N, 2, 1), EvolutionPairs::same);
    pairs
        .rule("type-renamed")
        .acceptsChange(withType(N, 2, 1), both(withType(N, 2, 1), withType(O, 3, 4)))
        .rejectsChange(withType(N, 2, 1), withType(O, 2, 4));
    pairs
        .rule("type-since-not-new")
        .acceptsChange(EvolutionPairs::same, withType(N, 2, 4))
        .rejectsChange(EvolutionPairs::same, withType(N, 2, 3))
        .rejectsChange(EvolutionPairs::same, withType(N, 2, 1));
    pairs
        .rule("type-since-changed")
        .acceptsType(type -> type.sinceVersion(2), type -> type.sinceVersion(2))
        .rejectsType(type -> type.sinceVersion(2), type -> type.sinceVersion(1))
        .rejectsType(type -> type.sinceVersion(2), type -> type.sinceVersion(4));
    pairs
        .rule("type-key-changed")
        .acceptsType(type -> type.typeKey(7), type -> type.typeKey(7))
        .rejectsType(type -> type.typeKey(7), type -> type.typeKey(8));
    pairs
        .rule("type-primary-key-changed")
        .acceptsType(
            type -> type.primaryKey(concat(field("a"), field("id"))),
            type -> type.primaryKey(concat(field("a"), field("id"))))
        .rejectsType(
            type -> type.primaryKey(concat(field("a"), field("id"))),
            type -> type.primaryKey(concat(field("id"), field("a"))))
        .rejectsType(type -> {}, type -> type.primaryKey(field("a")));
    pairs
        .rule("type-layout-changed")
        .acceptsType(
            type -> type.layout(RecordLayout.SINGLE_KEY),
            type -> type.layout(RecordLayout.SINGLE_KEY))
        .rejectsType(type -> type.layout(RecordLayout.SINGLE_KEY), type -> {});
    pairs
        .rule("type-extent-changed")
        .acceptsType(RecordType.Builder::inSharedExtent, RecordType.Builder::inSharedExtent)
        .rejectsType(type -> {}, RecordType.Builder::inSharedExtent)
        .rejectsType(RecordType.Builder::inSharedExtent, type -> {});
    pairs
        .rule("type-message-changed")
        .acceptsFiles(M_TEXT, M_TEXT)
        .rejects(messages(3, M_TEXT), otherPackage(4));
    pairs
        .rule("type-bytes-max-fell")
        .acceptsType(type -> type.recordBytesMax(100), type -> type.recordBytesMax(101))
        .rejectsType(type -> type.recordBytesMax(100), type -> type.recordBytesMax(99));
    pairs
        .rule("type-versions-dropped")
        .acceptsType(type -> {}, RecordType.Builder::versioned)
        .rejectsType(RecordType.Builder::versioned, type -> {});
    pairs
        .rule("type-times-dropped")
        .acceptsType(type -> {}, RecordType.Builder::timestamped)
        .rejectsType(RecordType.Builder::timestamped, type -> {});
  }

  private static RecordMetaData otherPackage(int version) {
    return RecordMetaData.builder()
        .version(version)
        .recordType(Protos.inPackage("u", M_TEXT), type -> type.primaryKey(field("id")))
        .build();
  }

  private static void fields(EvolutionPairs pairs) {
    pairs
        .rule("field-dropped")
        .acceptsFields("string a = 2;", "string a = 2; string b = 3;")
        .rejectsFields("string a = 2;", "")
        .rejectsFields("string a = 2;", "string b = 3;")
        .rejectsFiles(
            "message M { int64 id = 1; .P p = 2; } message P { int32 x = 1; .P next = 2; }",
            "message M { int64 id = 1; .P p = 2; } message P { .P next = 2; }");
    pairs
        .rule("field-number-changed")
        .acceptsFields("string a = 2;", "string a = 2;")
        .rejectsFields("string a = 2;", "string a = 3;");
    pairs
        .rule("field-renamed")
        .acceptsFields("string a = 2; string b = 3;", "string b = 3; string a = 2;")
        .rejectsFields("string a = 2;", "string b = 2;");
    pairs
        .rule("field-required-added")
        .acceptsFiles(
            "proto2 message M { optional int64 id = 1; }",
            "proto2 message M { optional int64 id = 1; optional string a = 2; }")
        .rejectsFiles(
            "proto2 message M { optional int64 id = 1; }",
            "proto2 message M { optional int64 id = 1; required string a = 2; }");
    pairs
        .rule("field-reserved-taken")
        .acceptsFields("reserved 5; reserved \"old\";", "string a = 2; reserved 5;")
        .rejectsFields("reserved 5;", "string a = 5;")
        .rejectsFields("reserved \"old\";", "string old = 6;");
    pairs
        .rule("field-type-changed")
        .acceptsFields("int32 n = 2;", "int64 n = 2;")
        .acceptsFields("sint32 n = 2;", "sint64 n = 2;")
        .acceptsFields("uint32 n = 2;", "uint64 n = 2;")
        .rejectsFields("int64 n = 2;", "int32 n = 2;")
        .rejectsFields("int32 n = 2;", "sint32 n = 2;")
        .rejectsFields("uint32 n = 2;", "int64 n = 2;")
        .rejectsFields("fixed32 n = 2;", "fixed64 n = 2;")
        .rejectsFields("sfixed32 n = 2;", "sfixed64 n = 2;")
        .rejectsFields("float n = 2;", "double n = 2;")
        .rejectsFields("bool n = 2;", "int32 n = 2;")
        .rejectsFields("string n = 2;", "bytes n = 2;")
        .rejectsFiles(
            "message M { int64 id = 1; :E e = 2; } enum E { A = 0; }",
            "message M { int64 id = 1; int32 e = 2; } enum E { A = 0; }")
        .rejectsFiles(
            "message M { int64 id = 1; map<string, int32> m = 2; }",
            "message M { int64 id = 1; map<string, sint32> m = 2; }");
  }

  private static void fieldKinds(EvolutionPairs pairs) {
    pairs
        .rule("field-label-changed")
        .acceptsFields("repeated string a = 2;", "repeated string a = 2;")
        .rejectsFields("optional string a = 2;", "repeated string a = 2;")
        .rejectsFields("repeated string a = 2;", "optional string a = 2;");
    pairs
        .rule("field-required-changed")
        .acceptsFiles(
            "proto2 message M { required int64 id = 1; }",
            "proto2 message M { required int64 id = 1; }")
        .rejectsFiles(
            "proto2 message M { optional int64 id = 1; }",
            "proto2 message M { required int64 id = 1; }")
        .rejectsFiles(
            "proto2 message M { required int64 id = 1; }",
            "proto2 message M { optional int64 id = 1; }");
    pairs
        .rule("field-presence-changed")
        .acceptsFields("optional string a = 2;", "optional string a = 2;")
        .rejectsFields("string a = 2;", "optional string a = 2;")
        .rejectsFields("optional string a = 2;", "string a = 2;")
        .rejectsFiles("message M { int64 id = 1; }", "proto2 message M { optional int64 id = 1; }");
    pairs
        .rule("field-packed-changed")
        .acceptsFields("repeated int32 n = 2;", "repeated int32 n = 2 [packed = true];")
        .rejectsFields("repeated int32 n = 2;", "repeated int32 n = 2 [packed = false];");
    pairs
        .rule("field-oneof-changed")
        .acceptsFields("oneof o { string a = 2; }", "oneof o { string a = 2; string b = 3; }")
        .rejectsFields("optional string a = 2;", "oneof o { string a = 2; }")
        .rejectsFields("oneof o { string a = 2; }", "optional string a = 2;")
        .rejectsFields("oneof o { string a = 2; }", "oneof p { string a = 2; }");
    pairs
        .rule("field-map-changed")
        .acceptsFields("map<string, int32> m = 2;", "map<string, int64> m = 2;")
        .rejectsFiles(
            "message M { int64 id = 1; map<string, int32> m = 2; }",
            "message M { int64 id = 1; repeated .E m = 2; }"
                + " message E { string key = 1; int32 value = 2; }");
    pairs
        .rule("field-default-changed")
        .acceptsFiles(
            "proto2 message M { optional int64 id = 1; optional int32 n = 2 [default = 5]; }",
            "proto2 message M { optional int64 id = 1; optional int64 n = 2 [default = 5]; }")
        .rejectsFiles(
            "proto2 message M { optional int64 id = 1; optional int32 n = 2 [default = 5]; }",
            "proto2 message M { optional int64 id = 1; optional int32 n = 2 [default = 6]; }")
        .rejectsFiles(
            "proto2 message M { optional int64 id = 1; optional bytes n = 2 [default = \"a\"]; }",
            "proto2 message M { optional int64 id = 1; optional bytes n = 2; }")
        .rejectsFiles(
            "proto2 message M { optional int64 id = 1; optional :E e = 2; } enum E { A = 1; B = 2;"
                + " }",
            "proto2 message M { optional int64 id = 1; optional :E e = 2; } enum E { B = 2; A = 1;"
                + " }");
    pairs
        .rule("field-message-changed")
        .acceptsFiles(
            "message M { int64 id = 1; .P p = 2; } message P { .M m = 1; }",
            "message M { int64 id = 1; .P p = 2; } message P { .M m = 1; int32 x = 2; }")
        .rejectsFiles(
            "message M { int64 id = 1; .P p = 2; } message P { int32 x = 1; }",
            "message M { int64 id = 1; .Q p = 2; } message Q { int32 x = 1; }");
    pairs
        .rule("field-enum-changed")
        .acceptsFiles(
            "message M { int64 id = 1; :E e = 2; } enum E { A = 0; }",
            "message M { int64 id = 1; :E e = 2; } enum E { A = 0; B = 1; }")
        .rejectsFiles(
            "message M { int64 id = 1; :E e = 2; } enum E { A = 0; }",
            "message M { int64 id = 1; :F e = 2; } enum F { A = 0; }");
  }

  private static void enums(EvolutionPairs pairs) {
    String message = "message M { int64 id = 1; repeated :E e = 2; } ";
    pairs
        .rule("enum-value-dropped")
        .acceptsFiles(
            message + "enum E { A = 0; B = 1; }", message + "enum E { A = 0; B = 1; C = 2; }")
        .rejectsFiles(message + "enum E { A = 0; B = 1; }", message + "enum E { A = 0; }");
    pairs
        .rule("enum-value-renumbered")
        .acceptsFiles(
            message + "enum E { A = 0; B = 1; }", message + "enum E { A = 0; B = 1; C = 3; }")
        .rejectsFiles(message + "enum E { A = 0; B = 1; }", message + "enum E { A = 0; B = 2; }");
    pairs
        .rule("enum-value-renamed")
        .acceptsFiles(message + "enum E { A = 0; B = 1; }", message + "enum E { A = 0; B = 1; }")
        .rejectsFiles(message + "enum E { A = 0; B = 1; }", message + "enum E { A = 0; C = 1; }");
    String proto2 =
        "proto2 message M { optional int64 id = 1; repeated :E e = 2 [packed = false]; }";
    pairs
        .rule("enum-closed-changed")
        .acceptsFiles(proto2 + " enum E { A = 0; }", proto2 + " enum E { A = 0; B = 1; }")
        .rejectsFiles(
            proto2 + " enum E { A = 0; }",
            "message M { optional int64 id = 1; repeated :E e = 2 [packed = false]; }"
                + " enum E { A = 0; }");
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void ruleAcceptsAndRejectsAsSaid(Pair pair) {
    List<EvolutionViolation> violations =
        MetaDataEvolution.strict().violations(pair.before(), pair.after());

    Set<String> rules =
        violations.stream().map(EvolutionViolation::rule).collect(Collectors.toSet());
    assertEquals(pair.accepted() ? Set.of() : Set.of(pair.rule()), rules, violations.toString());
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void ruleThatIsAllowedToBeBrokenIsNotReported(Pair pair) {
    MetaDataEvolution lenient = MetaDataEvolution.strict().allowing(pair.rule());

    assertEquals(List.of(), lenient.violations(pair.before(), pair.after()));
  }

  @Test
  void everyRuleHasAnAcceptedAndARejectedPair() {
    List<Pair> pairs = pairs().toList();

    Set<String> rules = new TreeSet<>(MetaDataEvolution.rules().keySet());
    assertEquals(rules, rulesOf(pairs, true));
    assertEquals(rules, rulesOf(pairs, false));
    assertEquals(48, rules.size());
    assertTrue(pairs.size() >= 120, "there are " + pairs.size());
  }

  private static Set<String> rulesOf(List<Pair> pairs, boolean accepted) {
    return pairs.stream()
        .filter(pair -> pair.accepted() == accepted)
        .map(Pair::rule)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void allViolationsAreReportedWithPathBeforeAndAfter() {
    RecordMetaData before =
        messages(
            3, "message M { int64 id = 1; .P p = 2; } message P { int32 x = 1; int32 y = 2; }");
    RecordMetaData after =
        messages(3, "message M { int64 id = 1; .P p = 2; } message P { string x = 1; }");

    List<EvolutionViolation> violations = MetaDataEvolution.strict().violations(before, after);

    assertEquals(
        List.of(
            new EvolutionViolation("version-not-grown", "version", "3", "3"),
            new EvolutionViolation("field-dropped", "M.p.y", "INT32 y = 2", "gone"),
            new EvolutionViolation("field-type-changed", "M.p.x", "INT32", "STRING")),
        violations);
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class, () -> MetaDataEvolution.strict().check(before, after));
    assertEquals(RecordLayerException.Code.METADATA_REFUSED, refused.code());
    assertEquals(
        "metadata of version 3 cannot follow that of version 3: version-not-grown: version was 3"
            + " and is 3; field-dropped: M.p.y was INT32 y = 2 and is gone; field-type-changed:"
            + " M.p.x was INT32 and is STRING",
        refused.getMessage());
  }

  @Test
  void unknownRuleCannotBeAllowed() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> MetaDataEvolution.strict().allowing("nothing"));

    assertTrue(
        String.valueOf(refused.getMessage()).startsWith("no evolution rule nothing, there are ["),
        refused.getMessage());
  }

  @Test
  void messageTypesThatReferToOneAnotherAreLookedAtOnce() {
    String cycle = "message M { int64 id = 1; .P p = 2; } message P { .M m = 1; .P p = 2; ";
    RecordMetaData before = messages(3, cycle + "int32 x = 3; }");
    RecordMetaData after = messages(4, cycle + "}");

    assertEquals(
        List.of(new EvolutionViolation("field-dropped", "M.p.x", "INT32 x = 3", "gone")),
        MetaDataEvolution.strict().violations(before, after));
    assertEquals(M.getFullName(), before.recordType("M").descriptor().getFullName());
  }

  /** An index type that only some processes know. */
  private static final class ForeignType implements IndexType {
    @Override
    public String name() {
      return "foreign";
    }

    @Override
    public void validate(BoundIndex index) {}

    @Override
    public boolean mayChange(String option, Index before, Index after) {
      return false;
    }

    @Override
    public IndexMaintainer maintainer(BoundIndex index) {
      return new IndexMaintainer() {
        @Override
        public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {}

        @Override
        public boolean isIdempotent() {
          return true;
        }

        @Override
        public int clearableColumns() {
          return 0;
        }

        @Override
        public IndexEntry entry(Tuple key, byte[] value, String where) {
          return new IndexEntry("i", key, new Tuple(), 1, new Tuple());
        }
      };
    }
  }
}
