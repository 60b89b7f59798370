package dev.tenure.record.metadata;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Message types from a text in the language of proto files, as much of it as tests need: {@code
 * proto2} in front, messages and enums at the top, fields with labels, {@code map}, {@code oneof},
 * {@code reserved}, {@code packed} and {@code default}. Other messages are named {@code .T}, enums
 * {@code :E}.
 */
public final class Protos {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*([A-Za-z_.:][A-Za-z0-9_.]*|-?[0-9]+|\"[^\"]*\"|[{}=;,<>\\[\\]])");

  private final Deque<String> tokens = new ArrayDeque<>();
  private final FileDescriptorProto.Builder file =
      FileDescriptorProto.newBuilder().setName("test.proto").setPackage("t");

  private Protos(String text) {
    Matcher matcher = TOKEN.matcher(text);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      tokens.add(matcher.group(1));
      end = matcher.end();
    }
    if (!text.substring(end).isBlank()) {
      throw new IllegalArgumentException("not understood: " + text.substring(end));
    }
  }

  /** The file of a text. */
  public static FileDescriptor file(String text) {
    try {
      return FileDescriptor.buildFrom(new Protos(text).parse(), new FileDescriptor[0]);
    } catch (DescriptorValidationException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** The first message type of a text. */
  public static Descriptor message(String text) {
    return file(text).getMessageTypes().get(0);
  }

  /** The first message type of a text, in another package than the others. */
  public static Descriptor inPackage(String name, String text) {
    try {
      FileDescriptorProto file = new Protos(text).parse().toBuilder().setPackage(name).build();
      return FileDescriptor.buildFrom(file, new FileDescriptor[0]).getMessageTypes().get(0);
    } catch (DescriptorValidationException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private FileDescriptorProto parse() {
    boolean proto2 = "proto2".equals(tokens.peek());
    file.setSyntax(proto2 ? "proto2" : "proto3");
    if (proto2) {
      tokens.pop();
    }
    while (!tokens.isEmpty()) {
      String kind = tokens.pop();
      if (kind.equals("message")) {
        file.addMessageType(message());
      } else {
        file.addEnumType(enumeration(kind));
      }
    }
    return file.build();
  }

  private EnumDescriptorProto enumeration(String kind) {
    expect("enum", kind);
    EnumDescriptorProto.Builder type = EnumDescriptorProto.newBuilder().setName(tokens.pop());
    expect("{", tokens.pop());
    while (!skips("}")) {
      String name = tokens.pop();
      expect("=", tokens.pop());
      type.addValue(
          EnumValueDescriptorProto.newBuilder().setName(name).setNumber(integer()).build());
      expect(";", tokens.pop());
    }
    return type.build();
  }

  private DescriptorProto message() {
    DescriptorProto.Builder type = DescriptorProto.newBuilder().setName(tokens.pop());
    expect("{", tokens.pop());
    while (!skips("}")) {
      if (skips("oneof")) {
        int oneof = type.getOneofDeclCount();
        type.addOneofDecl(OneofDescriptorProto.newBuilder().setName(tokens.pop()));
        expect("{", tokens.pop());
        while (!skips("}")) {
          type.addField(field(type).setOneofIndex(oneof));
        }
      } else if (skips("reserved")) {
        reserved(type);
      } else {
        type.addField(field(type));
      }
    }
    return optionalsLast(type);
  }

  private void reserved(DescriptorProto.Builder type) {
    String what = tokens.pop();
    if (what.startsWith("\"")) {
      type.addReservedName(what.replace("\"", ""));
    } else {
      int number = Integer.parseInt(what);
      type.addReservedRangeBuilder().setStart(number).setEnd(number + 1);
    }
    expect(";", tokens.pop());
  }

  /** The oneofs of optional fields come behind all others. */
  private static DescriptorProto optionalsLast(DescriptorProto.Builder type) {
    for (FieldDescriptorProto.Builder field : type.getFieldBuilderList()) {
      if (field.getProto3Optional()) {
        field.setOneofIndex(type.getOneofDeclCount());
        type.addOneofDecl(OneofDescriptorProto.newBuilder().setName("_" + field.getName()));
      }
    }
    return type.build();
  }

  private FieldDescriptorProto.Builder field(DescriptorProto.Builder in) {
    FieldDescriptorProto.Builder field =
        FieldDescriptorProto.newBuilder().setLabel(Label.LABEL_OPTIONAL);
    if (skips("repeated")) {
      field.setLabel(Label.LABEL_REPEATED);
    } else if (skips("required")) {
      field.setLabel(Label.LABEL_REQUIRED);
    } else if (skips("optional") && file.getSyntax().equals("proto3")) {
      field.setProto3Optional(true);
    }
    String type = tokens.pop();
    List<String> entry = type.equals("map") ? List.of(entryType(), entryType()) : List.of();
    field.setName(tokens.pop());
    if (entry.isEmpty()) {
      type(field, type);
    } else {
      map(field, entry, in);
    }
    expect("=", tokens.pop());
    field.setNumber(integer());
    while (!skips(";")) {
      option(field);
    }
    return field;
  }

  /** The next type of a map, with the sign before it and, of the last, the one behind. */
  private String entryType() {
    if (!skips("<")) {
      expect(",", tokens.pop());
    }
    String type = tokens.pop();
    skips(">");
    return type;
  }

  private void option(FieldDescriptorProto.Builder field) {
    expect("[", tokens.pop());
    String name = tokens.pop();
    expect("=", tokens.pop());
    String value = tokens.pop().replace("\"", "");
    expect("]", tokens.pop());
    if (name.equals("packed")) {
      field.getOptionsBuilder().setPacked(Boolean.parseBoolean(value));
    } else {
      field.setDefaultValue(value);
    }
  }

  private static void map(
      FieldDescriptorProto.Builder field, List<String> entry, DescriptorProto.Builder in) {
    String name =
        field.getName().substring(0, 1).toUpperCase(Locale.ROOT)
            + field.getName().substring(1)
            + "Entry";
    DescriptorProto.Builder type = in.addNestedTypeBuilder().setName(name);
    type.getOptionsBuilder().setMapEntry(true);
    for (int i = 0; i < entry.size(); i++) {
      FieldDescriptorProto.Builder part =
          type.addFieldBuilder()
              .setName(i == 0 ? "key" : "value")
              .setNumber(i + 1)
              .setLabel(Label.LABEL_OPTIONAL);
      type(part, entry.get(i));
    }
    field
        .setLabel(Label.LABEL_REPEATED)
        .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
        .setTypeName(name);
  }

  private static void type(FieldDescriptorProto.Builder field, String type) {
    if (type.startsWith(".")) {
      field.setType(FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(".t" + type);
    } else if (type.startsWith(":")) {
      field.setType(FieldDescriptorProto.Type.TYPE_ENUM).setTypeName(".t." + type.substring(1));
    } else {
      field.setType(FieldDescriptorProto.Type.valueOf("TYPE_" + type.toUpperCase(Locale.ROOT)));
    }
  }

  private int integer() {
    return Integer.parseInt(tokens.pop());
  }

  private boolean skips(String wanted) {
    if (wanted.equals(tokens.peek())) {
      tokens.pop();
      return true;
    }
    return false;
  }

  private static void expect(String wanted, @Nullable String found) {
    if (!wanted.equals(found)) {
      throw new IllegalArgumentException("expected " + wanted + ", found " + found);
    }
  }
}
