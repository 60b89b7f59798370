package dev.tenure.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Measures two operations in turns, slice by slice, so that other load of the machine affects both.
 * The figure is the median of the slices' ratios; the rates are those of the median slice.
 */
public final class Pairing {
  private static final int SLICES = 9;

  private final int clients;
  private final Duration time;

  /**
   * Creates the measurement.
   *
   * @param time the time of all slices of one operation
   */
  public Pairing(int clients, Duration time) {
    this.clients = clients;
    this.time = time;
  }

  /** The operations per second of both sides. */
  public record Rates(double subject, double peer) {
    public double ratio() {
      return subject / peer;
    }
  }

  public Rates measure(Clients.Operation subject, Clients.Operation peer) {
    Duration slice = time.dividedBy(SLICES);
    List<Rates> slices = new ArrayList<>();
    try (Clients ofSubject = new Clients(clients);
        Clients ofPeer = new Clients(clients)) {
      double unused = ofSubject.perSecond(time.dividedBy(4), subject);
      unused = ofPeer.perSecond(time.dividedBy(4), peer);
      for (int i = 0; i < SLICES; i++) {
        double rate = ofSubject.perSecond(slice, subject);
        slices.add(new Rates(rate, ofPeer.perSecond(slice, peer)));
      }
    }
    slices.sort(Comparator.comparingDouble(Rates::ratio));
    return slices.get(SLICES / 2);
  }
}
