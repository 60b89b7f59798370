// Finds tenants by application, by the beginning of the user, by cluster.
import { learnMode } from "./actions.js";
import { get } from "./api.js";
import { h } from "./dom.js";
import { when } from "./format.js";
import {
  draw,
  empty,
  filterField,
  heading,
  lacksApplication,
  loading,
  pager,
  table,
} from "./parts.js";
import { go, link } from "./router.js";

const PAGE_SIZE = 50;

export function open(query) {
  const list = h("div", {}, loading());
  const clusters = h(
    "select",
    { name: "cluster", id: "cluster" },
    h("option", { value: "" }, "All clusters"),
  );
  let modeKnown = false;
  return {
    title: "Tenants",
    head: h("div", {}, heading("Tenants"), form(query, clusters)),
    body: list,
    every: 10000,
    refresh: async (signal) => {
      if (!modeKnown) {
        const overview = await learnMode(signal);
        fillClusters(
          clusters,
          overview.clusters.map((one) => one.name),
          query.cluster,
        );
        modeKnown = true;
      }
      const page = await get(["tenants"], { ...wanted(query), limit: PAGE_SIZE }, signal);
      draw(list, page, () => content(query, page));
    },
  };
}

function wanted({ application, user, cluster, filter, continuation }) {
  return { application, user, cluster, filter, continuation };
}

function form(query, clusters) {
  const field = (name, label, hint, extra) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: name }, label),
      h("input", {
        id: name,
        name,
        value: query[name],
        placeholder: hint,
        autocomplete: "off",
        spellcheck: "false",
        ...extra,
      }),
    );
  return h(
    "form",
    {
      class: "filters",
      role: "search",
      onsubmit: (event) => {
        event.preventDefault();
        if (lacksApplication(event.target, "Users are searched within an application.")) {
          return;
        }
        go(["tenants"], Object.fromEntries(new FormData(event.target)));
      },
    },
    field("application", "Application", "exactly", {}),
    field("user", "User", "begins with", { "data-search": true }),
    h("div", { class: "field" }, h("label", { for: "cluster" }, "Cluster"), clusters),
    filterField(query.filter, "createdAt > 2026-01-31T00:00:00Z"),
    h("button", { class: "primary" }, "Find"),
    filtered(query) && h("a", { class: "button", href: link(["tenants"]) }, "Clear"),
  );
}

function fillClusters(select, names, chosen) {
  const known = chosen && !names.includes(chosen) ? [...names, chosen] : names;
  for (const name of known) {
    select.append(h("option", { value: name, selected: name === chosen }, name));
  }
}

function filtered({ application, user, cluster, filter }) {
  return Boolean(application || user || cluster || filter);
}

function content(query, page) {
  if (page.rows.length === 0 && !query.continuation && !page.continuation) {
    return filtered(query)
      ? [
          empty(
            "No tenant fits",
            "The user is matched from its beginning, with capitals as written.",
          ),
        ]
      : [empty("There are no tenants yet", "One is made when an application first creates it.")];
  }
  return [
    table(
      "Tenants",
      [
        [
          "User",
          (row) =>
            h(
              "a",
              {
                href: link(["tenants", row.application, row.user]),
                "data-key": `tenant ${row.application}/${row.user}`,
              },
              row.user,
            ),
        ],
        ["Application", (row) => row.application],
        ["Cluster", (row) => row.cluster],
        ["Created", (row) => when(row.createdAt)],
      ],
      page.rows,
    ),
    pager(["tenants"], wanted(query), page),
  ];
}
