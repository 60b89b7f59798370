package dev.tenure.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Draws panels below one another. */
final class Drawing {
  static final int WIDTH = 640;
  static final int PANEL_HEIGHT = 320;

  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int ABOVE = 30;
  private static final int BELOW = 45;
  private static final int LEGEND_LINE = 16;
  private static final int GRID = 0xdddddd;
  private static final int FRAME = 0x444444;
  private static final int[] COLOURS = {
    0x1f77b4, 0xd62728, 0x2ca02c, 0xff7f0e, 0x9467bd, 0x8c564b, 0x17becf, 0x7f7f7f
  };

  private final Canvas canvas;

  Drawing(Canvas canvas) {
    this.canvas = canvas;
  }

  void draw(List<Panel> panels) {
    for (int i = 0; i < panels.size(); i++) {
      draw(panels.get(i), (double) i * PANEL_HEIGHT);
    }
  }

  private void draw(Panel panel, double top) {
    Frame frame =
        new Frame(
            AxisScale.of(panel.x(), values(panel, Series.Point::x)),
            AxisScale.of(panel.y(), values(panel, Series.Point::y)),
            top);
    canvas.text(WIDTH / 2.0, top + 18, Canvas.Anchor.MIDDLE, panel.title());
    axes(panel, frame);
    for (int i = 0; i < panel.series().size(); i++) {
      int colour = COLOURS[i % COLOURS.length];
      line(panel.series().get(i), frame, colour);
      legend(panel.series().get(i).name(), top + ABOVE + 14 + (double) i * LEGEND_LINE, colour);
    }
  }

  /** Turns values into pixels. */
  private record Frame(AxisScale x, AxisScale y, double top) {
    double left(double value) {
      return LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
    }

    double height(double value) {
      return bottom() - y.place(value) * (PANEL_HEIGHT - ABOVE - BELOW);
    }

    double bottom() {
      return top + PANEL_HEIGHT - BELOW;
    }

    boolean shows(Series.Point point) {
      return x.shows(point.x()) && y.shows(point.y());
    }
  }

  private static List<Double> values(Panel panel, ToDoubleFunction<Series.Point> of) {
    List<Double> values = new ArrayList<>();
    panel.series().forEach(each -> each.points().forEach(p -> values.add(of.applyAsDouble(p))));
    return values;
  }

  private void axes(Panel panel, Frame frame) {
    double top = frame.top() + ABOVE;
    double bottom = frame.bottom();
    for (double tick : frame.x().ticks()) {
      double x = frame.left(tick);
      canvas.line(x, top, x, bottom, GRID);
      canvas.text(x, bottom + 16, Canvas.Anchor.MIDDLE, AxisScale.label(tick));
    }
    for (double tick : frame.y().ticks()) {
      double y = frame.height(tick);
      canvas.line(LEFT, y, WIDTH - RIGHT, y, GRID);
      canvas.text(LEFT - 6, y + 4, Canvas.Anchor.RIGHT, AxisScale.label(tick));
    }
    canvas.line(LEFT, top, LEFT, bottom, FRAME);
    canvas.line(LEFT, bottom, WIDTH - RIGHT, bottom, FRAME);
    canvas.text(WIDTH / 2.0, bottom + 34, Canvas.Anchor.MIDDLE, panel.x().title());
    canvas.upwards(16, (top + bottom) / 2, panel.y().title());
  }

  private void line(Series series, Frame frame, int colour) {
    List<Series.Point> points = series.points().stream().filter(frame::shows).toList();
    for (int i = 0; i < points.size(); i++) {
      double x = frame.left(points.get(i).x());
      double y = frame.height(points.get(i).y());
      canvas.dot(x, y, 2.5, colour);
      if (i > 0) {
        Series.Point before = points.get(i - 1);
        canvas.line(frame.left(before.x()), frame.height(before.y()), x, y, colour);
      }
    }
  }

  private void legend(String name, double y, int colour) {
    canvas.line(LEFT + 10, y - 4, LEFT + 34, y - 4, colour);
    canvas.dot(LEFT + 22, y - 4, 2.5, colour);
    canvas.text(LEFT + 40, y, Canvas.Anchor.LEFT, name);
  }
}
