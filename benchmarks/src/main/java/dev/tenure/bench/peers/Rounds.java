package dev.tenure.bench.peers;

import dev.tenure.bench.peers.system.SystemUnderTest;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures systems in turns, so that other load of the machine affects all of them. First each
 * system warms up until it is steady. Then each round measures all systems, and each round begins
 * with another one.
 */
final class Rounds {
  private final List<SystemUnderTest> systems;
  private final Scale scale;
  private final PrintStream progress;

  Rounds(List<SystemUnderTest> systems, Scale scale, PrintStream progress) {
    this.systems = systems;
    this.scale = scale;
    this.progress = progress;
  }

  List<SystemResult> measure(String name, Shape shape) throws Exception {
    Map<String, List<Double>> warmUps = new LinkedHashMap<>();
    Map<String, List<MeasuredValues>> measured = new LinkedHashMap<>();
    for (SystemUnderTest system : systems) {
      warmUps.put(system.name(), warmUp(name, shape, system));
      measured.put(system.name(), new ArrayList<>());
    }
    for (int round = 0; round < scale.rounds(); round++) {
      for (int i = 0; i < systems.size(); i++) {
        SystemUnderTest system = systems.get((round + i) % systems.size());
        MeasuredValues values = shape.measure(system, scale);
        progress.println(
            "  " + name + ", round " + (round + 1) + ", " + system.name() + " " + values);
        List<MeasuredValues> mine = measured.get(system.name());
        if (mine != null) {
          mine.add(values);
        }
      }
    }
    List<SystemResult> results = new ArrayList<>();
    measured.forEach(
        (system, rounds) ->
            results.add(
                new SystemResult(name, system, warmUps.getOrDefault(system, List.of()), rounds)));
    return results;
  }

  /** Runs the shape until it is steady; its figure of each run. */
  private List<Double> warmUp(String name, Shape shape, SystemUnderTest system) throws Exception {
    WarmUp warmUp = shape.warmUp();
    List<Double> figures = new ArrayList<>();
    while (!warmUp.isOver(figures, scale.warmUps())) {
      double figure = warmUp.of(shape.measure(system, scale));
      figures.add(figure);
      progress.printf(
          Locale.ROOT,
          "  %s, warm-up %d, %s %s %,.2f%n",
          name,
          figures.size(),
          system.name(),
          warmUp.figure(),
          figure);
    }
    return figures;
  }
}
