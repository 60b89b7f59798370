package dev.tenure.campaigns.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Finds the banned calls of classes, method references included. */
final class BannedCalls {

  /** A banned call, and where it is made. */
  record Found(String caller, String method, String place, BannedCall banned)
      implements Comparable<Found> {

    @Override
    public int compareTo(Found other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return place + ": " + banned.reason();
    }
  }

  private BannedCalls() {}

  static List<Found> in(JavaClasses classes) {
    Collection<Found> found = new TreeSet<>();
    for (JavaClass each : classes) {
      found.addAll(in(each));
    }
    return List.copyOf(found);
  }

  private static List<Found> in(JavaClass caller) {
    List<Found> found = new ArrayList<>();
    for (JavaCodeUnitAccess<?> access : accesses(caller)) {
      for (BannedCall banned : BannedCall.ALL) {
        if (banned.matches(access.getTarget())) {
          found.add(
              new Found(
                  outermost(caller).getName(),
                  access.getTarget().getName(),
                  access.getDescription(),
                  banned));
        }
      }
    }
    return found;
  }

  private static List<JavaCodeUnitAccess<?>> accesses(JavaClass caller) {
    List<JavaCodeUnitAccess<?>> accesses = new ArrayList<>();
    accesses.addAll(caller.getMethodCallsFromSelf());
    accesses.addAll(caller.getConstructorCallsFromSelf());
    accesses.addAll(caller.getMethodReferencesFromSelf());
    accesses.addAll(caller.getConstructorReferencesFromSelf());
    return accesses;
  }

  private static JavaClass outermost(JavaClass nested) {
    JavaClass outer = nested;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer;
  }
}
