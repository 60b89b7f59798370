package dev.tenure.bench.plot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;

/** Writes panels, below one another, as an SVG and a PNG file. */
public final class Plots {
  private Plots() {}

  /** The text of the SVG file; the same for the same panels. */
  public static String svg(List<Panel> panels) {
    SvgCanvas canvas = new SvgCanvas(Drawing.WIDTH, panels.size() * Drawing.PANEL_HEIGHT);
    new Drawing(canvas).draw(panels);
    return canvas.finish();
  }

  /**
   * Writes {@code name.svg} and {@code name.png}. The PNG's letters are those of the JVM's fonts.
   */
  public static void write(Path directory, String name, List<Panel> panels) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(name + ".svg"), svg(panels));
    ImageCanvas canvas = new ImageCanvas(Drawing.WIDTH, panels.size() * Drawing.PANEL_HEIGHT);
    new Drawing(canvas).draw(panels);
    ImageIO.write(canvas.finish(), "png", directory.resolve(name + ".png").toFile());
  }
}
