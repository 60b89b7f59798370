package dev.tenure.bench.plot;

import java.util.Locale;

/** Draws into the text of an SVG file. */
final class SvgCanvas implements Canvas {
  private final StringBuilder svg = new StringBuilder();

  SvgCanvas(int width, int height) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
            + " viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n",
        width, height, width, height);
    add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", width, height);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values).replace(System.lineSeparator(), "\n"));
  }

  @Override
  public void line(double fromX, double fromY, double toX, double toY, int colour) {
    add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#%06x\"/>%n",
        fromX, fromY, toX, toY, colour);
  }

  @Override
  public void dot(double x, double y, double radius, int colour) {
    add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#%06x\"/>%n", x, y, radius, colour);
  }

  @Override
  public void text(double x, double y, Anchor anchor, String text) {
    String where =
        switch (anchor) {
          case LEFT -> "start";
          case MIDDLE -> "middle";
          case RIGHT -> "end";
        };
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, where, escaped(text));
  }

  @Override
  public void upwards(double x, double y, String text) {
    add(
        "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>%n",
        x, y, escaped(text));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** The whole file. */
  String finish() {
    return svg + "</svg>\n";
  }
}
