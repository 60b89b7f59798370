package dev.tenure.examples.classscheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Signs up, drops and switches at random, and reads the classes again after a refusal. Used by one
 * thread.
 */
final class IndecisiveStudent {
  private final Registrar registrar;
  private final String name;
  private final RandomGenerator random;
  private final Set<String> mine = new TreeSet<>();
  private List<String> all = List.of();

  IndecisiveStudent(Registrar registrar, String name, RandomGenerator random) {
    this.registrar = registrar;
    this.name = name;
    this.random = random;
  }

  private enum Mood {
    ADD,
    DROP,
    SWITCH
  }

  /**
   * Makes operations, each in one transaction. Returns the classes that the student believes to
   * attend at the end.
   */
  Set<String> run(int operations) {
    for (int i = 0; i < operations; i++) {
      if (all.isEmpty()) {
        all = registrar.availableClasses();
      }
      try {
        act(oneOf(moods()));
      } catch (RefusedException e) {
        all = List.of();
      }
    }
    return mine;
  }

  private List<Mood> moods() {
    List<Mood> moods = new ArrayList<>();
    if (!mine.isEmpty()) {
      moods.addAll(List.of(Mood.DROP, Mood.SWITCH));
    }
    if (mine.size() < Seats.CLASSES_MAX) {
      moods.add(Mood.ADD);
    }
    return moods;
  }

  private void act(Mood mood) {
    switch (mood) {
      case ADD -> add(oneOf(all));
      case DROP -> drop(oneOf(mine));
      case SWITCH -> switchClass(oneOf(mine), oneOf(all));
    }
  }

  private void add(String className) {
    if (registrar.signUp(name, className) == Standing.SEATED) {
      mine.add(className);
    }
  }

  private void drop(String className) {
    registrar.drop(name, className);
    mine.remove(className);
  }

  private void switchClass(String from, String to) {
    registrar.switchClass(name, from, to);
    mine.remove(from);
    mine.add(to);
  }

  private <T> T oneOf(Collection<T> some) {
    return List.copyOf(some).get(random.nextInt(some.size()));
  }
}
