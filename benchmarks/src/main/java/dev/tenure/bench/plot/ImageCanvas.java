package dev.tenure.bench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;

/** Draws into an image, without a display. */
final class ImageCanvas implements Canvas {
  private static final int FONT_SIZE = 12;

  private final BufferedImage image;
  private final Graphics2D graphics;

  ImageCanvas(int width, int height) {
    image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    graphics.setStroke(new BasicStroke(1.2f));
    graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, FONT_SIZE));
  }

  @Override
  public void line(double fromX, double fromY, double toX, double toY, int colour) {
    graphics.setColor(new Color(colour));
    graphics.draw(new Line2D.Double(fromX, fromY, toX, toY));
  }

  @Override
  public void dot(double x, double y, double radius, int colour) {
    graphics.setColor(new Color(colour));
    graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
  }

  @Override
  public void text(double x, double y, Anchor anchor, String text) {
    int width = graphics.getFontMetrics().stringWidth(text);
    double left =
        switch (anchor) {
          case LEFT -> x;
          case MIDDLE -> x - width / 2.0;
          case RIGHT -> x - width;
        };
    graphics.setColor(Color.BLACK);
    graphics.drawString(text, (float) left, (float) y);
  }

  @Override
  public void upwards(double x, double y, String text) {
    graphics.rotate(-Math.PI / 2, x, y);
    text(x, y, Anchor.MIDDLE, text);
    graphics.rotate(Math.PI / 2, x, y);
  }

  BufferedImage finish() {
    graphics.dispose();
    return image;
  }
}
