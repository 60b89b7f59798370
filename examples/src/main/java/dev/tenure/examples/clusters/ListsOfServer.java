package dev.tenure.examples.clusters;

import dev.tenure.examples.directory.AdminException;
import dev.tenure.examples.directory.AdminOption;
import dev.tenure.examples.directory.ReasonOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The list as an admin server reads and changes it, on the clusters that it has opened. */
record ListsOfServer(AdminOption admin, ReasonOption reason) implements ClusterLists {

  @Override
  public Listed read() throws AdminException {
    return listed(admin.get(List.of(), Map.of()));
  }

  @Override
  public Listed change(long version, List<String> clusters) throws AdminException {
    return listed(
        admin.post(List.of(), reason.body(Map.of("version", version, "clusters", clusters))));
  }

  private static Listed listed(JsonNode list) {
    return new Listed(
        list.get("version").asLong(),
        texts(list.get("clusters")),
        texts(list.get("changingTo")),
        texts(list.get("directory")));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asString()));
    return List.copyOf(texts);
  }

  @Override
  public void close() {}
}
