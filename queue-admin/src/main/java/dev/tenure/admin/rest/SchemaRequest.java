package dev.tenure.admin.rest;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.rollout.RollOutOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.metadata.IndexTypes;
import dev.tenure.record.metadata.MetaDataCodec;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The requests that change a schema. Each becomes a function of the newest stored schema. */
final class SchemaRequest {
  private static final Set<String> PACE = Set.of("tenantsPerSecond", "recordsPerSecond", "reason");

  private SchemaRequest() {}

  private static void requireFields(JsonNode body, String... names) {
    List<String> known = new ArrayList<>(PACE);
    known.addAll(List.of(names));
    ActionBody.requireFields(body, Set.copyOf(known));
  }

  /** The pace of a roll-out; what is not given has the default. */
  static RollOutOptions pace(JsonNode body) {
    RollOutOptions defaults = RollOutOptions.defaults();
    try {
      return new RollOutOptions(
          number(body, "tenantsPerSecond", defaults.tenantsPerSecond()),
          number(body, "recordsPerSecond", defaults.recordsPerSecond()));
    } catch (IllegalArgumentException e) {
      throw new AdminProblem(ProblemKind.PARAMETER_OUT_OF_RANGE, String.valueOf(e.getMessage()));
    }
  }

  private static int number(JsonNode body, String name, int otherwise) {
    JsonNode value = body.get(name);
    if (value == null || value.isNull()) {
      return otherwise;
    }
    if (!value.isInt()) {
      throw Api.outOfRange(name, value.toString(), "a whole number");
    }
    return value.asInt();
  }

  static RollOutOptions resume(JsonNode body) {
    requireFields(body);
    return pace(body);
  }

  /** The metadata as {@link MetaDataCodec} writes it, in Base64. */
  static RecordMetaData metaData(JsonNode body) {
    requireFields(body, "metaData");
    try {
      return MetaDataCodec.decode(
          Base64.getDecoder().decode(ActionBody.text(body, "metaData")),
          KeyFunctions.builtIn(),
          IndexTypes.builtIn(),
          "the request");
    } catch (IllegalArgumentException | RecordLayerException e) {
      throw ActionBody.unreadable("metaData is no metadata in Base64: " + e.getMessage());
    }
  }

  /** A value index to create. */
  record NewIndex(String recordType, String name, List<String> columns, boolean unique) {
    static NewIndex parse(JsonNode body) {
      requireFields(body, "recordType", "name", "columns", "unique");
      List<String> columns = new ArrayList<>();
      JsonNode given = body.get("columns");
      if (given == null || !given.isArray() || given.isEmpty()) {
        throw ActionBody.unreadable("columns is missing or no list of at least one field");
      }
      for (JsonNode column : given) {
        if (!column.isString()) {
          throw Api.outOfRange("a column", column.toString(), "a field such as address.city");
        }
        columns.add(column.asString());
      }
      JsonNode unique = body.get("unique");
      if (unique != null && !unique.isBoolean()) {
        throw Api.outOfRange("unique", unique.toString(), "true or false");
      }
      return new NewIndex(
          ActionBody.text(body, "recordType"),
          ActionBody.text(body, "name"),
          columns,
          unique != null && unique.asBoolean());
    }

    /** The stored schema with the index; as it is when it has the index already. */
    RecordMetaData addTo(RecordMetaData schema) {
      if (!schema.hasRecordType(recordType)) {
        throw Api.outOfRange("recordType", recordType, "one of " + schema.recordTypes());
      }
      try {
        Index index = index(schema.recordType(recordType).descriptor());
        if (!schema.hasIndex(name)) {
          return next(schema).index(recordType, index).build();
        }
        Index before = schema.index(name);
        if (before.recordTypes().equals(List.of(recordType))
            && before.columns().equals(index.columns())
            && before.isUnique() == unique) {
          return schema;
        }
        throw new IllegalArgumentException("there is another index " + name + ": " + before);
      } catch (IllegalArgumentException e) {
        throw new AdminProblem(ProblemKind.SCHEMA_REFUSED, String.valueOf(e.getMessage()));
      }
    }

    private Index index(Descriptor type) {
      KeyExpression[] parts =
          columns.stream().map(each -> column(type, each)).toArray(KeyExpression[]::new);
      Index index = Index.value(name, parts.length == 1 ? parts[0] : concat(parts));
      return unique ? index.unique() : index;
    }

    /** A repeated field gives one entry for each of its elements. */
    private static KeyExpression column(Descriptor type, String path) {
      int dot = path.indexOf('.');
      String first = dot < 0 ? path : path.substring(0, dot);
      FieldDescriptor found = type.findFieldByName(first);
      if (found == null) {
        throw new IllegalArgumentException(
            "message " + type.getName() + " has no field " + first + ", for the column " + path);
      }
      if (dot < 0) {
        return found.isRepeated() ? field(first, FanType.FAN_OUT) : field(first);
      }
      if (found.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
        throw new IllegalArgumentException(
            "field " + first + " is no message, for the column " + path);
      }
      KeyExpression rest = column(found.getMessageType(), path.substring(dot + 1));
      return found.isRepeated() ? nest(first, FanType.FAN_OUT, rest) : nest(first, rest);
    }
  }

  /** The name of an index to drop. */
  static String dropped(JsonNode body) {
    requireFields(body, "name");
    return ActionBody.text(body, "name");
  }

  /** The stored schema without the index; as it is when the index was dropped already. */
  static RecordMetaData drop(RecordMetaData schema, String name) {
    if (schema.hasIndex(name)) {
      return next(schema).removeIndex(name).build();
    }
    if (schema.formerIndexes().stream().anyMatch(former -> former.name().equals(name))) {
      return schema;
    }
    throw new AdminProblem(
        ProblemKind.SCHEMA_REFUSED, "there is no index " + name + " and never was one");
  }

  private static RecordMetaData.Builder next(RecordMetaData schema) {
    return schema.toBuilder().functions(schema.functions()).indexTypes(schema.indexTypes());
  }

  static AdminProblem notStored(String application) {
    return new AdminProblem(
        ProblemKind.SCHEMA_NOT_FOUND,
        "no schema of application " + application + " is stored; publish one");
  }
}
