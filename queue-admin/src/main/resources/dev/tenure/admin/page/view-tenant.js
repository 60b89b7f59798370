// One tenant: its zones and what waits in them.
import { learnMode, pauseButton } from "./actions.js";
import { get } from "./api.js";
import { h } from "./dom.js";
import { number, plural, when } from "./format.js";
import { crumbs, draw, empty, figure, heading, loading, table } from "./parts.js";
import { link } from "./router.js";

export function open(place) {
  const body = h("div", {}, loading());
  let modeKnown = false;
  return {
    title: place.user,
    head: h(
      "div",
      {},
      crumbs(["Tenants", "#/tenants"], [place.application, link(["tenants"], place)], [place.user]),
      heading(place.user),
    ),
    body,
    every: 3000,
    refresh: async (signal) => {
      if (!modeKnown) {
        await learnMode(signal);
        modeKnown = true;
      }
      const tenant = await get(["tenants", place.application, place.user], {}, signal);
      draw(body, tenant, () => content(tenant));
    },
  };
}

function content(tenant) {
  const sum = (name) => tenant.zones.reduce((total, zone) => total + zone[name], 0);
  const dead = sum("deadLetters");
  return [
    h(
      "dl",
      { class: "figures" },
      figure("Application", tenant.application),
      figure("Cluster", tenant.cluster),
      figure("Items", sum("items")),
      figure("Set aside", dead, dead > 0 ? "bad" : "", "Dead letters and parked items"),
      figure("Created", when(tenant.createdAt)),
    ),
    h("h2", {}, tenant.zones.length === 0 ? "Zones" : plural(tenant.zones.length, "zone")),
    tenant.zones.length === 0
      ? empty("No zone holds anything", "A zone appears here with its first item.")
      : zones(tenant),
  ];
}

function zones({ application, user, zones: rows }) {
  const place = (row) => ({ application, user, zone: row.zone });
  return table(
    "Zones",
    [
      [
        "Zone",
        (row) => [
          h(
            "a",
            {
              href: link(["tenants", application, user, "zones", row.zone]),
              "data-key": `zone ${row.zone}`,
            },
            row.zone,
          ),
          row.paused && h("span", { class: "badge warn" }, "Paused"),
        ],
      ],
      ["Items", (row) => number(row.items), "number"],
      ["By type", (row) => types(row.itemsByType)],
      [
        "Set aside",
        (row) =>
          row.deadLetters === 0
            ? "0"
            : h(
                "a",
                {
                  class: "bad",
                  href: link(["tenants", application, user, "zones", row.zone], { state: "DEAD" }),
                  "data-key": `dead ${row.zone}`,
                },
                number(row.deadLetters),
              ),
        "number",
      ],
      ["Next due", (row) => when(row.earliestVesting)],
      ["", (row) => pauseButton(place(row), row.paused), "end"],
    ],
    rows,
  );
}

export function types(itemsByType) {
  const entries = Object.entries(itemsByType).sort((a, b) => b[1] - a[1]);
  if (entries.length === 0) {
    return h("span", { class: "faint" }, "—");
  }
  const shown = entries
    .slice(0, 4)
    .map(([type, count]) => h("span", { class: "type" }, h("code", {}, type), ` ${number(count)}`));
  const rest = entries.length - shown.length;
  return h(
    "span",
    { class: "types" },
    shown,
    rest > 0 && h("span", { class: "faint" }, `and ${rest} more`),
  );
}
