package dev.tenure.campaigns.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the mutations from a file {@code mutations.xml} as PIT writes it. */
final class MutationReport {
  private static final String MUTATION = "mutation";

  private MutationReport() {}

  /**
   * The mutations of {@code file}, in its order.
   *
   * @throws IOException when the file cannot be read, or is no report of PIT
   */
  static List<PitMutation> read(Path file) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try (InputStream in = Files.newInputStream(file)) {
      return mutations(factory.createXMLStreamReader(in));
    } catch (XMLStreamException | IllegalArgumentException e) {
      throw new IOException(file + " is no report of PIT: " + e.getMessage(), e);
    }
  }

  private static List<PitMutation> mutations(XMLStreamReader xml) throws XMLStreamException {
    List<PitMutation> mutations = new ArrayList<>();
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals(MUTATION)) {
        mutations.add(mutation(xml));
      }
    }
    return mutations;
  }

  private static PitMutation mutation(XMLStreamReader xml) throws XMLStreamException {
    boolean detected = Boolean.parseBoolean(xml.getAttributeValue(null, "detected"));
    String status = xml.getAttributeValue(null, "status");
    Map<String, String> elements = elements(xml);
    return new PitMutation(
        detected,
        status,
        element(elements, "sourceFile"),
        element(elements, "mutatedClass"),
        element(elements, "mutatedMethod"),
        Integer.parseInt(element(elements, "lineNumber")),
        element(elements, "mutator"));
  }

  /**
   * The texts of the elements up to the end of the mutation. The texts of nested elements are joined.
   */
  private static Map<String, String> elements(XMLStreamReader xml) throws XMLStreamException {
    Map<String, String> elements = new HashMap<>();
    String name = "";
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals(MUTATION)) {
        return elements;
      }
      if (event == XMLStreamConstants.START_ELEMENT) {
        name = xml.getLocalName();
      } else if (event == XMLStreamConstants.CHARACTERS) {
        elements.merge(name, xml.getText(), String::concat);
      }
    }
    throw new XMLStreamException("a mutation has no end");
  }

  private static String element(Map<String, String> elements, String name) {
    String text = elements.get(name);
    if (text == null) {
      throw new IllegalArgumentException("a mutation has no " + name);
    }
    return text;
  }
}
