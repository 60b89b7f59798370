package dev.tenure.campaigns.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The list of releases, and the size of what they left. */
class EarlierDataTest {

  @Test
  void everyReleaseIsACommitAndADay() throws Exception {
    List<String> lines = Files.readAllLines(EarlierData.LIST);
    assertEquals("version\tcommit\tdate", lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      assertTrue(line.matches("[0-9.]+\t[0-9a-f]{40}\t\\d{4}-\\d\\d-\\d\\d"), line);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tenure.campaigns.releases.EarlierData#releases")
  void dataIsSmall(String release) throws Exception {
    int bytes = EarlierData.zip(release).length;
    assertTrue(bytes <= 300_000, release + ".zip has " + bytes + " bytes, the limit is 300000");
  }
}
