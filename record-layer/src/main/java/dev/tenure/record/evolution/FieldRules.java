package dev.tenure.record.evolution;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.OneofDescriptor;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * Rules about fields that stay; a field is identified by its number. Stored bytes must keep their
 * meaning, and give the same index columns.
 *
 * <p>A type may be widened if the bytes and the tuple elements of every value stay the same.
 * Example: a varint of 32 bits is also one of 64 bits, and integers of a tuple have no width. These
 * types cannot be widened: fixed32 (its bytes have a width), enum (its values have names), and
 * bool, float, string and bytes (they have other tuple elements).
 */
final class FieldRules {
  static final List<EvolutionRule<FieldPair>> ALL =
      List.of(
          kept("field-renamed", "A field keeps its name.", FieldDescriptor::getName),
          new EvolutionRule<>(
              "field-type-changed",
              "A field keeps its type, or goes from int32 to int64, sint32 to sint64 or uint32 to"
                  + " uint64.",
              (pair, report) -> {
                if (pair.before().getType() != pair.after().getType() && !pair.isWidened()) {
                  report.add(pair.path(), pair.before().getType(), pair.after().getType());
                }
              }),
          kept(
              "field-label-changed",
              "A field stays repeated, or not repeated.",
              field -> field.isRepeated() ? "repeated" : "not repeated"),
          kept(
              "field-required-changed",
              "A field stays required, or not required.",
              field -> field.isRequired() ? "required" : "not required"),
          kept(
              "field-presence-changed",
              "The presence of a field stays as it is: an unset field is null when it has presence,"
                  + " and the default value otherwise.",
              field -> field.isRepeated() ? "" : field.hasPresence() ? "presence" : "no presence"),
          kept(
              "field-packed-changed",
              "A repeated field stays packed, or not: equal records have equal bytes.",
              field -> field.isRepeated() && field.isPacked() ? "packed" : "not packed"),
          kept(
              "field-oneof-changed",
              "A field stays in its oneof, or in none: records may have it set beside others.",
              FieldRules::oneof),
          kept(
              "field-map-changed",
              "A map stays a map.",
              field -> field.isMapField() ? "map" : "no map"),
          new EvolutionRule<>(
              "field-default-changed",
              "The default value stays: it is what records without the field have.",
              FieldRules::defaultChanged),
          kept(
              "field-message-changed",
              "A field keeps its message type, by full name.",
              field ->
                  field.getJavaType() == JavaType.MESSAGE && !field.isMapField()
                      ? field.getMessageType().getFullName()
                      : ""),
          kept(
              "field-enum-changed",
              "A field keeps its enum, by full name.",
              field ->
                  field.getJavaType() == JavaType.ENUM ? field.getEnumType().getFullName() : ""));

  /** A field with one number, before and after the change. */
  record FieldPair(String path, FieldDescriptor before, FieldDescriptor after) {

    boolean isWidened() {
      return switch (before.getType()) {
        case INT32 -> after.getType() == FieldDescriptor.Type.INT64;
        case SINT32 -> after.getType() == FieldDescriptor.Type.SINT64;
        case UINT32 -> after.getType() == FieldDescriptor.Type.UINT64;
        default -> false;
      };
    }
  }

  private FieldRules() {}

  private static EvolutionRule<FieldPair> kept(
      String id, String says, Function<FieldDescriptor, String> part) {
    return new EvolutionRule<>(
        id,
        says,
        (pair, report) -> {
          String before = part.apply(pair.before());
          String after = part.apply(pair.after());
          boolean applies = !before.isEmpty() && !after.isEmpty();
          if (applies && !before.equals(after)) {
            report.add(pair.path(), before, after);
          }
        });
  }

  /**
   * Reports a changed default of a field. Fields whose type changed otherwise than by widening are
   * left out, since they break another rule.
   */
  private static void defaultChanged(FieldPair pair, EvolutionRule.Report report) {
    boolean comparable = pair.before().getType() == pair.after().getType() || pair.isWidened();
    String before = defaultValue(pair.before());
    String after = defaultValue(pair.after());
    if (comparable && !before.isEmpty() && !after.isEmpty() && !before.equals(after)) {
      report.add(pair.path(), before, after);
    }
  }

  private static String oneof(FieldDescriptor field) {
    OneofDescriptor oneof = field.getRealContainingOneof();
    return oneof == null ? "in no oneof" : "in oneof " + oneof.getName();
  }

  private static String defaultValue(FieldDescriptor field) {
    if (field.isRepeated() || field.getJavaType() == JavaType.MESSAGE) {
      return "";
    }
    Object value = field.getDefaultValue();
    if (value instanceof EnumValueDescriptor named) {
      return "default " + named.getNumber();
    }
    return "default " + (value instanceof ByteString bytes ? hex(bytes) : value);
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
