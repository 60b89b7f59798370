package dev.tenure.bench.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlotsTest {

  private static Panel panel(Axis y, double... values) {
    List<Series.Point> points = new ArrayList<>();
    for (double value : values) {
      points.add(new Series.Point(points.size(), value));
    }
    return new Panel("a < b", Axis.linear("x"), y, List.of(new Series("line", points)));
  }

  private static int dots(String svg) {
    return svg.split("<circle", -1).length - 1;
  }

  @Test
  void eachPointIsADotAndOneIsOfTheLegend() {
    assertEquals(4, dots(Plots.svg(List.of(panel(Axis.linear("y"), 1, 5, 2)))));
  }

  @Test
  void logarithmicAxisLeavesOutWhatIsNotAboveZero() {
    assertEquals(3, dots(Plots.svg(List.of(panel(Axis.log("y"), 0, 5, 200)))));
  }

  @Test
  void logarithmicAxisHasATickForEachDecade() {
    String svg = Plots.svg(List.of(panel(Axis.log("y"), 0.02, 5, 300)));
    for (String tick : List.of("0.01", "0.1", "1", "10", "100", "1000")) {
      assertTrue(svg.contains(">" + tick + "</text>"), tick);
    }
  }

  @Test
  void valuesOfALinearAxisLieInItsFrame() {
    String svg = Plots.svg(List.of(panel(Axis.linear("y"), 0, 7, 13)));
    assertTrue(svg.contains("cy=\"" + (Drawing.PANEL_HEIGHT - 45) + ".0\""), svg);
    assertFalse(svg.contains("cy=\"-"), svg);
  }

  @Test
  void markupInTitlesIsEscaped() {
    assertTrue(Plots.svg(List.of(panel(Axis.linear("y"), 1))).contains("a &lt; b"));
  }

  @Test
  void bothFilesAreWritten(@TempDir Path directory) throws IOException {
    List<Panel> panels = List.of(panel(Axis.linear("y"), 1, 2), panel(Axis.log("y"), 1, 2));
    Plots.write(directory, "name", panels);
    assertEquals(Plots.svg(panels), Files.readString(directory.resolve("name.svg")));
    var image = ImageIO.read(directory.resolve("name.png").toFile());
    assertNotNull(image);
    assertEquals(2 * Drawing.PANEL_HEIGHT, image.getHeight());
  }
}
