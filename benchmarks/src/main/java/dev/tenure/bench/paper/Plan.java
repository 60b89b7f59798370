package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.ServiceTimes;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * The parameters of a run of figures.
 *
 * @param tenants the number of tenants from which the load is drawn
 * @param seconds the virtual or real seconds of each measurement under load
 * @param real whether the run is in real time, without a model of service times
 * @param out receives lines about the progress
 */
record Plan(
    long seed, int tenants, int seconds, ServiceTimes times, boolean real, PrintStream out) {

  PaperWorld world() {
    return real ? new RealWorld(seed) : new ModelledWorld(seed, times);
  }

  List<String> loadColumns() {
    return real ? RealWorld.LOAD_COLUMNS : ModelledWorld.LOAD_COLUMNS;
  }

  /** The name of a figure's files. */
  String name(int figure) {
    return "figure-" + figure + (real ? "-real" : "");
  }

  /** The title of a panel. */
  String title(String text) {
    return real ? text + ", in real time" : text;
  }

  /** Prints the progress of the run. */
  void say(String format, Object... values) {
    out.printf(Locale.ROOT, format, values);
  }
}
