package dev.tenure.record.definition;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides whether a class made from one version of a message type can represent another version.
 */
final class DescriptorCoverage {
  private final Deque<Pair> open = new ArrayDeque<>();
  private final Set<Pair> seen = new HashSet<>();

  private record Pair(Descriptor local, Descriptor stored) {}

  private DescriptorCoverage() {}

  /**
   * Whether the local message type has all fields of the stored one, each with the same number,
   * name, type, label and presence. The same must hold for nested messages. The local type may have
   * more fields.
   */
  static boolean covers(Descriptor local, Descriptor stored) {
    DescriptorCoverage coverage = new DescriptorCoverage();
    coverage.visit(local, stored);
    while (!coverage.open.isEmpty()) {
      Pair next = coverage.open.pop();
      if (!next.stored().getFields().stream()
          .allMatch(field -> coverage.has(next.local(), field))) {
        return false;
      }
    }
    return local.getFullName().equals(stored.getFullName());
  }

  private void visit(Descriptor local, Descriptor stored) {
    Pair pair = new Pair(local, stored);
    if (local != stored && seen.add(pair)) {
      open.push(pair);
    }
  }

  private boolean has(Descriptor local, FieldDescriptor stored) {
    FieldDescriptor field = local.findFieldByNumber(stored.getNumber());
    boolean same =
        field != null
            && field.getName().equals(stored.getName())
            && field.getType() == stored.getType()
            && field.isRepeated() == stored.isRepeated()
            && field.isRequired() == stored.isRequired()
            && field.hasPresence() == stored.hasPresence();
    if (!same) {
      return false;
    }
    if (field.getJavaType() == JavaType.MESSAGE) {
      visit(field.getMessageType(), stored.getMessageType());
    }
    return field.getJavaType() != JavaType.ENUM
        || covers(field.getEnumType(), stored.getEnumType());
  }

  private static boolean covers(EnumDescriptor local, EnumDescriptor stored) {
    return local.isClosed() == stored.isClosed()
        && stored.getValues().stream()
            .allMatch(value -> local.findValueByNumber(value.getNumber()) != null);
  }
}
