package dev.tenure.campaigns.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the XML report of japicmp, made with {@code -a private -m}. */
final class ApiReport {
  private static final String REMOVED = "REMOVED";
  private static final Set<String> MEMBERS = Set.of("constructor", "method", "field");

  private final Map<String, ApiType> types = new HashMap<>();

  private ApiReport() {}

  /**
   * A type of the release that has changed since. Its name has dollar signs before nested types.
   */
  private static final class ApiType {
    final boolean removed;
    boolean accessible;
    final List<ApiMember> members = new ArrayList<>();

    ApiType(boolean removed) {
      this.removed = removed;
    }
  }

  /** A constructor, method or field of such a type. */
  private static final class ApiMember {
    final String name;
    final boolean removed;
    boolean accessible;

    ApiMember(String name, boolean removed) {
      this.name = name;
      this.removed = removed;
    }
  }

  /**
   * The names that users of the release could write and that no longer exist, sorted: public and
   * protected types, and the methods and fields of types that still exist. A method counts as
   * removed when no method or field of the type has its name any more. Names have dots alone.
   *
   * @throws IOException when the file cannot be read, or is no report of japicmp
   */
  static SortedSet<String> removedNames(Path file) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    ApiReport report = new ApiReport();
    try (InputStream in = Files.newInputStream(file)) {
      report.read(factory.createXMLStreamReader(in));
    } catch (XMLStreamException e) {
      throw new IOException(file + " is no report of japicmp: " + e.getMessage(), e);
    }
    return report.removedNames();
  }

  private void read(XMLStreamReader xml) throws XMLStreamException {
    ApiType type = new ApiType(false);
    ApiMember member = null;
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.END_ELEMENT && isMember(xml)) {
        member = null;
      }
      if (event != XMLStreamConstants.START_ELEMENT) {
        continue;
      }
      if (xml.getLocalName().equals("class")) {
        type = new ApiType(isRemoved(xml));
        types.put(attribute(xml, "fullyQualifiedName"), type);
      } else if (isMember(xml)) {
        member = new ApiMember(attribute(xml, "name"), isRemoved(xml));
        type.members.add(member);
      } else if (xml.getLocalName().equals("modifier") && isAccessible(xml)) {
        if (member == null) {
          type.accessible = true;
        } else {
          member.accessible = true;
        }
      }
    }
  }

  private static boolean isMember(XMLStreamReader xml) {
    return MEMBERS.contains(xml.getLocalName());
  }

  private static boolean isRemoved(XMLStreamReader xml) {
    return attribute(xml, "changeStatus").equals(REMOVED);
  }

  private static boolean isAccessible(XMLStreamReader xml) {
    String before = attribute(xml, "oldValue");
    return before.equals("PUBLIC") || before.equals("PROTECTED");
  }

  private static String attribute(XMLStreamReader xml, String name) {
    String value = xml.getAttributeValue(null, name);
    return value == null ? "" : value;
  }

  private SortedSet<String> removedNames() {
    SortedSet<String> names = new TreeSet<>();
    types.forEach(
        (name, type) -> {
          if (!isAccessible(name)) {
            return;
          }
          String dotted = name.replace('$', '.');
          if (type.removed) {
            names.add(dotted);
          } else {
            removedMembers(type).forEach(member -> names.add(dotted + "." + member));
          }
        });
    return names;
  }

  /** A type that the report leaves out has not changed: it counts as accessible. */
  private boolean isAccessible(String name) {
    ApiType type = types.get(name);
    if (type != null && !type.accessible) {
      return false;
    }
    int end = name.lastIndexOf('$');
    return end < 0 || isAccessible(name.substring(0, end));
  }

  private static SortedSet<String> removedMembers(ApiType type) {
    SortedSet<String> names = new TreeSet<>();
    type.members.stream()
        .filter(member -> member.removed && member.accessible)
        .forEach(member -> names.add(member.name));
    type.members.stream()
        .filter(member -> !member.removed)
        .forEach(member -> names.remove(member.name));
    return names;
  }
}
