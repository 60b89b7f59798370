package dev.tenure.bench.peers;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of a run, for people and for programs.
 *
 * @param machine the result of {@link Machine#describe}
 * @param systems the settings of each system that ran
 * @param skipped systems that could not run, with the reason
 */
record PeersReport(
    Scale scale,
    Map<String, Object> machine,
    Map<String, Map<String, String>> systems,
    Map<String, String> skipped,
    List<SystemResult> results) {

  void print(PrintStream out) {
    out.println();
    out.println("machine " + machine);
    if ("tmpfs".equals(machine.get("fileSystem"))) {
      out.println("NOTHING WAS ON DISK: the queues lay on a tmpfs, --data names another place");
    }
    skipped.forEach((name, reason) -> out.println("SKIPPED " + name + ": " + reason));
    String shape = "";
    for (SystemResult result : results) {
      if (!result.shape().equals(shape)) {
        shape = result.shape();
        out.printf(Locale.ROOT, "%n%-34s%s%n", shape, names(shape));
        out.println(warmUps(shape));
        for (String name : result.median().values().keySet()) {
          out.println(line(shape, name));
        }
      }
    }
    out.println();
    Aim.judge(results).forEach(aim -> out.println(aim.line()));
  }

  private List<SystemResult> of(String shape) {
    return results.stream().filter(each -> each.shape().equals(shape)).toList();
  }

  private String names(String shape) {
    StringBuilder line = new StringBuilder();
    for (SystemResult result : of(shape)) {
      line.append(String.format(Locale.ROOT, "%14s %8s", result.system(), ""));
    }
    return line.toString();
  }

  private String warmUps(String shape) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-32s", "warm-ups"));
    for (SystemResult result : of(shape)) {
      line.append(String.format(Locale.ROOT, "%14d %8s", result.warmUps().size(), ""));
    }
    return line.toString();
  }

  /** A number of each system, and beside it the first one's by it. */
  private String line(String shape, String name) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-32s", name));
    List<SystemResult> rows = of(shape);
    double first = rows.get(0).median().value(name);
    for (int i = 0; i < rows.size(); i++) {
      double value = rows.get(i).median().value(name);
      line.append(String.format(Locale.ROOT, value < 100 ? "%,14.2f " : "%,14.0f ", value));
      boolean comparable = i > 0 && value > 0;
      line.append(comparable ? String.format(Locale.ROOT, "(%6.2f)", first / value) : "        ");
    }
    return line.toString();
  }

  /** Writes everything as one JSON object: each round of each system, medians and aims. */
  void write(Path file) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("items", scale.items());
    json.put("seconds", scale.time().toMillis() / 1_000.0);
    json.put("rounds", scale.rounds());
    json.put("warmUpsMax", scale.warmUps());
    json.put("tenants", scale.tenants());
    json.put("quietTenants", scale.quietTenants());
    json.put("payloadBytes", scale.payloadBytes());
    json.put("producers", LoadGenerator.PRODUCERS);
    json.put("machine", machine);
    json.put("systems", systems);
    json.put("skipped", skipped);
    json.put("results", results.stream().map(PeersReport::json).toList());
    List<Map<String, Object>> aims = new ArrayList<>();
    Aim.judge(results).forEach(aim -> aims.add(json(aim)));
    json.put("aims", aims);
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    Files.writeString(file, mapper.writeValueAsString(json) + "\n");
  }

  private static Map<String, Object> json(SystemResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("shape", result.shape());
    json.put("system", result.system());
    json.put("warmUps", result.warmUps().size());
    json.put("warmUpFigures", result.warmUps());
    json.put("median", result.median().values());
    json.put("rounds", result.rounds().stream().map(MeasuredValues::values).toList());
    return json;
  }

  private static Map<String, Object> json(Aim aim) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("what", aim.what());
    json.put("figure", aim.figure());
    json.put(aim.atLeast() ? "atLeast" : "atMost", aim.bound());
    json.put("met", aim.met());
    return json;
  }
}
