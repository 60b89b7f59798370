package dev.tenure.bench.peers;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures contestants in turns, so that whatever else the machine does falls on all: each warms up
 * until it is steady, then in each round each is measured, every round begun by another.
 */
final class Rounds {
  private final List<Contestant> contestants;
  private final Scale scale;
  private final PrintStream progress;

  Rounds(List<Contestant> contestants, Scale scale, PrintStream progress) {
    this.contestants = contestants;
    this.scale = scale;
    this.progress = progress;
  }

  List<Result> measure(String name, Shape shape) throws Exception {
    Map<String, List<Double>> warmUps = new LinkedHashMap<>();
    Map<String, List<Reading>> readings = new LinkedHashMap<>();
    for (Contestant contestant : contestants) {
      warmUps.put(contestant.name(), warmUp(name, shape, contestant));
      readings.put(contestant.name(), new ArrayList<>());
    }
    for (int round = 0; round < scale.rounds(); round++) {
      for (int i = 0; i < contestants.size(); i++) {
        Contestant contestant = contestants.get((round + i) % contestants.size());
        Reading reading = shape.measure(contestant, scale);
        progress.println(
            "  " + name + ", round " + (round + 1) + ", " + contestant.name() + " " + reading);
        List<Reading> mine = readings.get(contestant.name());
        if (mine != null) {
          mine.add(reading);
        }
      }
    }
    List<Result> results = new ArrayList<>();
    readings.forEach(
        (contestant, rounds) ->
            results.add(
                new Result(name, contestant, warmUps.getOrDefault(contestant, List.of()), rounds)));
    return results;
  }

  /** Runs the shape until it is steady; its figure of each run. */
  private List<Double> warmUp(String name, Shape shape, Contestant contestant) throws Exception {
    WarmUp warmUp = shape.warmUp();
    List<Double> figures = new ArrayList<>();
    while (!warmUp.isOver(figures, scale.warmUps())) {
      double figure = warmUp.of(shape.measure(contestant, scale));
      figures.add(figure);
      progress.printf(
          Locale.ROOT,
          "  %s, warm-up %d, %s %s %,.2f%n",
          name,
          figures.size(),
          contestant.name(),
          warmUp.figure(),
          figure);
    }
    return figures;
  }
}
