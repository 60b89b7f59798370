package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The metadata version is kept with each version's snapshot, and must be what is stored there. */
abstract class MetadataVersionContract extends EngineContract {
  private static final String KEY = "\u00ff/metadataVersion";

  @Test
  void metadataVersionIsReadAsOfEachVersion() {
    List<Long> versions = new ArrayList<>(List.of(readVersion()));
    for (Requests each :
        List.of(
            request().set("k", "1"),
            request().set(KEY, "a"),
            request().set("k", "2"),
            request().set(KEY, "b").set("k", "3"),
            request().clear("\u00ff", "\u00ff\u00ff"),
            request().set(KEY, "c"),
            request().clear(KEY))) {
      versions.add(commit(each).version());
      assertEquals(
          metadataVersion(readVersion()), metadataVersion(versions.get(versions.size() - 1)));
    }
    List<String> found = versions.stream().map(this::metadataVersion).toList();
    assertEquals(List.of("none", "none", "a", "a", "b", "none", "c", "none"), found);
  }

  private String metadataVersion(long version) {
    byte[] value = reader(version).get(bytes(KEY));
    return value == null ? "none" : text(value);
  }

  @Test
  void metadataVersionIsClearedWithMoreRowsThanAreClearedSingly() {
    Requests many = request().set(KEY, "a");
    for (int i = 0; i < 100; i++) {
      many.set("\u00ff/" + i, "x");
    }
    long before = commit(many).version();
    long after = commit(request().clear("\u00ff", "\u00ff\u00ff")).version();
    assertEquals("a", metadataVersion(before));
    assertEquals("none", metadataVersion(after));
  }
}
