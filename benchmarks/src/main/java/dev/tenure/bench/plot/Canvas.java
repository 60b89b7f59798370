package dev.tenure.bench.plot;

/**
 * The surface on which a plot is drawn. Lengths are in pixels from the upper left corner, colours
 * are 0xRRGGBB.
 */
interface Canvas {

  /** The position of a text relative to its point. */
  enum Anchor {
    LEFT,
    MIDDLE,
    RIGHT
  }

  void line(double fromX, double fromY, double toX, double toY, int colour);

  void dot(double x, double y, double radius, int colour);

  /** A text whose base line begins, is centred or ends at the point. */
  void text(double x, double y, Anchor anchor, String text);

  /** A text that runs upwards and is centred at the point. */
  void upwards(double x, double y, String text);
}
