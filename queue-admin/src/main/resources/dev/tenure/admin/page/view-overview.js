// All clusters at a glance, kept up to date.
import { lineChart } from "./chart.js";
import { removeClusterButton, setMode, visitLeasesButton } from "./actions.js";
import { get } from "./api.js";
import { h, swap } from "./dom.js";
import { compact, duration, number, plural, serverNow, when } from "./format.js";
import { empty, figure, heading, loading, notice, table } from "./parts.js";
import { link } from "./router.js";

const LATE_MILLIS = 60000;

export function open() {
  const body = h("div", {}, loading());
  return {
    title: "Overview",
    head: heading("Overview"),
    body,
    every: 2000,
    refresh: async (signal) => {
      const overview = await get(["overview"], {}, signal);
      setMode(overview);
      swap(body, ...content(overview));
    },
  };
}

function content(overview) {
  if (overview.clusters.length === 0) {
    return [
      empty(
        "No clusters are configured",
        "Name at least one under tenure.clusters and start the server again.",
      ),
    ];
  }
  return [
    totals(overview.clusters),
    overview.work && work(overview),
    h(
      "section",
      { "aria-label": "Clusters" },
      h("h2", {}, plural(overview.clusters.length, "cluster")),
      h(
        "div",
        { class: "cards" },
        overview.clusters.map((one) =>
          card(one, overview.windowSeconds, overview.clusters.length > 1),
        ),
      ),
    ),
    consumers(overview.clusters),
  ];
}

function totals(clusters) {
  const up = clusters.filter((one) => one.summary);
  const sum = (name) => up.reduce((total, one) => total + one.summary[name], 0);
  const capped = up.some((one) => one.summary.vestedPointersCapped);
  const oldest = up
    .map((one) => one.summary.oldestVested)
    .filter(Boolean)
    .sort()[0];
  const ids = new Set(up.flatMap((one) => one.summary.consumers.map((consumer) => consumer.id)));
  const late = oldest && serverNow() - Date.parse(oldest) > LATE_MILLIS;
  return h(
    "dl",
    { class: "figures" },
    figure(
      "Zones with work",
      sum("pointers"),
      "",
      "Zones that hold at least one item, or did a moment ago",
    ),
    figure(
      "Due now",
      `${number(sum("vestedPointers"))}${capped ? "+" : ""}`,
      "",
      "Zones with an item that may run now",
    ),
    figure(
      "Longest wait",
      oldest ? duration(serverNow() - Date.parse(oldest)) : "none",
      late ? "bad" : "",
      "How long the zone that waits longest has been due",
    ),
    figure("Tenants", sum("tenants")),
    figure("Consumers", ids.size, ids.size === 0 ? "bad" : ""),
  );
}

function work({ work: local, windowSeconds }) {
  return h(
    "section",
    { "aria-label": "Work done by this process" },
    h("h2", {}, "Work done here"),
    h(
      "div",
      { class: "card wide" },
      lineChart({
        label: "Items per second",
        span: windowSeconds * 1000,
        unit: (value) => (value < 10 ? value.toFixed(1) : compact(Math.round(value))),
        series: [
          { name: "completed", kind: "first", points: rates(local.history, "completed") },
          { name: "failed", kind: "third", points: rates(local.history, "failed") },
        ],
      }),
      h(
        "dl",
        { class: "figures small" },
        figure("Running", local.running),
        figure("In flight", local.inFlight),
        figure("Completed", local.completed),
        figure("Failed attempts", local.failed),
        figure("Set aside", local.setAside, local.setAside > 0 ? "bad" : ""),
      ),
    ),
  );
}

/** From counters to amounts per second. */
function rates(history, name) {
  const points = [];
  for (let index = 1; index < history.length; index++) {
    const seconds = (Date.parse(history[index].at) - Date.parse(history[index - 1].at)) / 1000;
    if (seconds > 0) {
      const grown = Math.max(0, history[index][name] - history[index - 1][name]);
      points.push({ t: Date.parse(history[index].at), v: grown / seconds });
    }
  }
  return points;
}

function card(cluster, windowSeconds, removable) {
  const points = (name) =>
    cluster.history.map((sample) => ({ t: Date.parse(sample.at), v: sample[name] }));
  return h(
    "article",
    { class: "card" },
    h(
      "header",
      {},
      h("h3", {}, cluster.name),
      cluster.reachable
        ? h("span", { class: "badge good" }, "Reachable")
        : h("span", { class: "badge bad" }, "Unreachable"),
    ),
    cluster.problem && notice("bad", cluster.problem),
    lineChart({
      label: "Zones",
      span: windowSeconds * 1000,
      series: [
        { name: "with work", kind: "second", points: points("pointers") },
        { name: "due now", kind: "first", points: points("vestedPointers") },
      ],
    }),
    cluster.summary && facts(cluster, removable),
  );
}

function facts({ name, summary }, removable) {
  return h(
    "dl",
    { class: "facts" },
    fact(
      "Longest wait",
      summary.oldestVested ? duration(serverNow() - Date.parse(summary.oldestVested)) : "none",
    ),
    fact(
      "Tenants",
      h("a", { href: link(["tenants"], { cluster: name }) }, number(summary.tenants)),
    ),
    fact("Shards", number(summary.shards)),
    fact("Own items", number(summary.localItems)),
    fact("Consumers", number(summary.consumers.length)),
    fact(
      "Leases of visits",
      h(
        "span",
        {},
        summary.visitLeases ? "on " : "off ",
        visitLeasesButton(name, summary.visitLeases),
      ),
    ),
    removable && fact("List of clusters", removeClusterButton(name)),
  );
}

function fact(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}

function consumers(clusters) {
  const seen = new Map();
  for (const cluster of clusters) {
    for (const consumer of cluster.summary?.consumers ?? []) {
      const known = seen.get(consumer.id) ?? { ...consumer, clusters: [] };
      known.clusters.push(cluster.name);
      known.heartbeat = known.heartbeat > consumer.heartbeat ? known.heartbeat : consumer.heartbeat;
      seen.set(consumer.id, known);
    }
  }
  const rows = [...seen.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return h(
    "section",
    { "aria-label": "Consumers" },
    h("h2", {}, rows.length === 0 ? "Consumers" : plural(rows.length, "consumer")),
    rows.length === 0
      ? empty(
          "No consumer is alive",
          "Items wait until one starts. Consumers are seen within 15 seconds.",
        )
      : table(
          "Live consumers",
          [
            ["Consumer", (row) => h("code", {}, row.id)],
            ["Clusters", (row) => row.clusters.join(", ")],
            [
              "Work types",
              (row) =>
                h(
                  "span",
                  { class: "types" },
                  row.types.map((type) => h("code", {}, type)),
                ),
            ],
            ["Started", (row) => when(row.startedAt)],
            ["Last sign", (row) => when(row.heartbeat)],
          ],
          rows,
        ),
  );
}
