package dev.tenure.record.keyspace;

import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds the paths that the groups of a page have below another path, or fails with the reason why
 * they have none.
 */
final class ImportFit {
  private final KeySpacePath into;

  /** A path below the target, and its rows. */
  record Placed(KeySpacePath path, List<Map.Entry<ByteString, ByteString>> rows) {}

  ImportFit(KeySpacePath into) {
    this.into = into;
  }

  /**
   * The groups of a page at their paths below the target.
   *
   * @throws RecordLayerException PATH_UNKNOWN when a group has no path there
   */
  List<Placed> place(PageFormat.Page page) {
    KeySpaceDirectory directory = into.directory();
    if (!page.directory().equals(directory.name()) || page.type() != directory.type()) {
      throw refused(
          "is of the directory " + page.directory() + " (" + page.type() + "), not " + directory);
    }
    List<Placed> placed = new ArrayList<>();
    for (PageFormat.Group group : page.groups()) {
      placed.add(place(group));
    }
    return placed;
  }

  private Placed place(PageFormat.Group group) {
    KeySpacePath path = into;
    for (PageFormat.Element element : group.elements()) {
      path = step(path, element);
    }
    boolean holdsData = path.directory().children().isEmpty();
    if (!holdsData && group.rows().stream().anyMatch(row -> !row.getKey().isEmpty())) {
      throw refused("has data below " + path + ", where there are only directories");
    }
    return new Placed(path, group.rows());
  }

  private KeySpacePath step(KeySpacePath path, PageFormat.Element element) {
    PathValue value = element.value();
    KeySpaceDirectory child =
        path.directory()
            .child(element.directory())
            .filter(found -> found.takes(value))
            .orElseThrow(
                () ->
                    refused(
                        "has the "
                            + value.type()
                            + " "
                            + value
                            + " of the directory "
                            + element.directory()
                            + " below "
                            + path
                            + ", expected one of "
                            + path.directory().children()));
    return path.child(child, value);
  }

  private RecordLayerException refused(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.PATH_UNKNOWN, "page to import below " + into + " " + what);
  }
}
