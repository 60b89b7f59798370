package dev.tenure.campaigns.simulation.run;

import dev.tenure.testkit.engine.Withholding;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The connections of processes to clusters, which can be made to hang. */
public final class Links {
  private final Map<Link, Withholding> links = new TreeMap<>();
  private final Set<String> hungClusters = new TreeSet<>();
  private final Set<Link> hungLinks = new TreeSet<>();

  private record Link(String process, String cluster) implements Comparable<Link> {
    @Override
    public int compareTo(Link other) {
      int byProcess = process.compareTo(other.process);
      return byProcess != 0 ? byProcess : cluster.compareTo(other.cluster);
    }
  }

  /** A new connection; it hangs from the start when its cluster does. */
  public Withholding connect(String process, String cluster) {
    Link link = new Link(process, cluster);
    Withholding made = new Withholding();
    links.put(link, made);
    if (!answers(process, cluster)) {
      made.begin();
    }
    return made;
  }

  public boolean answers(String process, String cluster) {
    return !hungClusters.contains(cluster) && !hungLinks.contains(new Link(process, cluster));
  }

  /** Makes a cluster hang for all processes. */
  public void hang(String cluster) {
    hungClusters.add(cluster);
    update();
  }

  /** Makes a cluster hang for one process. */
  public void hang(String process, String cluster) {
    hungLinks.add(new Link(process, cluster));
    update();
  }

  /** Makes all connections answer again. */
  public void recover() {
    hungClusters.clear();
    hungLinks.clear();
    update();
  }

  private void update() {
    links.forEach(
        (link, connection) -> {
          boolean answers = answers(link.process(), link.cluster());
          if (answers && connection.isOn()) {
            connection.end();
          } else if (!answers && !connection.isOn()) {
            connection.begin();
          }
        });
  }
}
