package dev.tenure.record.evolution;

import static dev.tenure.record.key.Keys.field;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.metadata.Protos;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Changes of metadata, each said to be accepted, or rejected by one rule. */
final class EvolutionPairs {
  /** Version of the earlier metadata of all pairs. */
  static final int BEFORE = 3;

  /** Version of the later metadata. */
  static final int AFTER = 4;

  private final List<Pair> pairs = new ArrayList<>();
  private String rule = "";

  /** A change; the rule is the one that it is about. */
  record Pair(String rule, boolean accepted, RecordMetaData before, RecordMetaData after) {
    @Override
    public String toString() {
      return rule + (accepted ? " accepts " : " rejects ");
    }
  }

  List<Pair> pairs() {
    return List.copyOf(pairs);
  }

  /** The pairs that follow are about this rule. */
  EvolutionPairs rule(String id) {
    rule = id;
    return this;
  }

  EvolutionPairs accepts(RecordMetaData before, RecordMetaData after) {
    pairs.add(new Pair(rule, true, before, after));
    return this;
  }

  EvolutionPairs rejects(RecordMetaData before, RecordMetaData after) {
    pairs.add(new Pair(rule, false, before, after));
    return this;
  }

  /** Two versions of the fields of a message M that also has a field id. */
  EvolutionPairs acceptsFields(String before, String after) {
    return accepts(messages(BEFORE, m(before)), messages(AFTER, m(after)));
  }

  EvolutionPairs rejectsFields(String before, String after) {
    return rejects(messages(BEFORE, m(before)), messages(AFTER, m(after)));
  }

  /** Two versions of whole files, of which the first message is the record type. */
  EvolutionPairs acceptsFiles(String before, String after) {
    return accepts(messages(BEFORE, before), messages(AFTER, after));
  }

  EvolutionPairs rejectsFiles(String before, String after) {
    return rejects(messages(BEFORE, before), messages(AFTER, after));
  }

  /** Two versions of the record type M. */
  EvolutionPairs acceptsType(
      Consumer<RecordType.Builder> before, Consumer<RecordType.Builder> after) {
    return accepts(type(BEFORE, before), type(AFTER, after));
  }

  EvolutionPairs rejectsType(
      Consumer<RecordType.Builder> before, Consumer<RecordType.Builder> after) {
    return rejects(type(BEFORE, before), type(AFTER, after));
  }

  /** Two versions of an index on M. */
  EvolutionPairs acceptsIndex(Index before, Index after) {
    return accepts(index(BEFORE, before), index(AFTER, after));
  }

  EvolutionPairs rejectsIndex(Index before, Index after) {
    return rejects(index(BEFORE, before), index(AFTER, after));
  }

  /** Two versions of what is added to metadata with the record type M. */
  EvolutionPairs acceptsChange(
      UnaryOperator<RecordMetaData.Builder> before, UnaryOperator<RecordMetaData.Builder> after) {
    return accepts(before.apply(metaData(BEFORE)).build(), after.apply(metaData(AFTER)).build());
  }

  EvolutionPairs rejectsChange(
      UnaryOperator<RecordMetaData.Builder> before, UnaryOperator<RecordMetaData.Builder> after) {
    return rejects(before.apply(metaData(BEFORE)).build(), after.apply(metaData(AFTER)).build());
  }

  private static String m(String fields) {
    return "message M { int64 id = 1; " + fields + " }";
  }

  static RecordMetaData messages(int version, String file) {
    return RecordMetaData.builder()
        .version(version)
        .recordType(Protos.message(file), type -> type.primaryKey(field("id")))
        .build();
  }

  private static RecordMetaData type(int version, Consumer<RecordType.Builder> definition) {
    return RecordMetaData.builder()
        .version(version)
        .recordType(
            M,
            type -> {
              type.primaryKey(field("id"));
              definition.accept(type);
            })
        .build();
  }

  private static RecordMetaData index(int version, Index index) {
    return metaData(version).index("M", index).build();
  }

  /** The record type M at a version. */
  static RecordMetaData.Builder metaData(int version) {
    return RecordMetaData.builder()
        .version(version)
        .recordType(M, type -> type.primaryKey(field("id")).typeKey(1));
  }

  /** Adds another record type. */
  static UnaryOperator<RecordMetaData.Builder> withType(
      Descriptor message, int typeKey, int sinceVersion) {
    return builder ->
        builder.recordType(
            message,
            type -> type.primaryKey(field("id")).typeKey(typeKey).sinceVersion(sinceVersion));
  }

  static UnaryOperator<RecordMetaData.Builder> withIndex(Index index) {
    return builder -> builder.index("M", index);
  }

  static UnaryOperator<RecordMetaData.Builder> withFormer(FormerIndex former) {
    return builder -> builder.formerIndex(former);
  }

  static final String M_TEXT =
      "message M { int64 id = 1; string a = 2; string b = 3; repeated string tags = 4; }";
  static final Descriptor M = Protos.message(M_TEXT);
  static final Descriptor N = Protos.message("message N { int64 id = 1; string a = 2; }");
  static final Descriptor O = Protos.message("message O { int64 id = 1; string a = 2; }");

  static RecordMetaData.Builder same(RecordMetaData.Builder builder) {
    return builder;
  }

  static UnaryOperator<RecordMetaData.Builder> both(
      UnaryOperator<RecordMetaData.Builder> first, UnaryOperator<RecordMetaData.Builder> second) {
    return builder -> second.apply(first.apply(builder));
  }
}
