// The tenant directory: its state, its entries, and the owner of an alternate key.
import { learnMode } from "./actions.js";
import { ApiError, get, post } from "./api.js";
import { h, swap } from "./dom.js";
import { number, when } from "./format.js";
import {
  draw,
  empty,
  figure,
  heading,
  lacksApplication,
  loading,
  pager,
  table,
} from "./parts.js";
import { go, link } from "./router.js";
import { readViolated, violatedKeys } from "./violated-keys.js";

const PAGE_SIZE = 50;
const STATES = ["ACTIVE", "SUSPENDED", "CREATING", "DELETING"];

/** Shows the link to this page where the deployment has a directory. */
export async function showLink(anchor) {
  try {
    const directory = await get(["directory"]);
    anchor.hidden = !directory.present;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
  }
}

export function open(query) {
  const list = h("div", {}, loading());
  const owner = h("div", {});
  const kinds = h("select", { id: "kind", name: "kind" });
  let modeKnown = false;
  return {
    title: "Tenant directory",
    head: h(
      "div",
      {},
      heading("Tenant directory", movesLink()),
      keyForm(kinds, owner),
      owner,
      form(query),
    ),
    body: list,
    every: 10000,
    refresh: async (signal) => {
      if (!modeKnown) {
        await learnMode(signal);
        modeKnown = true;
      }
      const directory = await get(["directory"], {}, signal);
      if (kinds.childElementCount === 0) {
        kinds.append(...directory.keys.map((kind) => h("option", { value: kind }, kind)));
      }
      const page = directory.present
        ? await get(["directory", "tenants"], { ...wanted(query), limit: PAGE_SIZE }, signal)
        : { rows: [] };
      const violated = directory.present ? await readViolated({}, signal) : [];
      draw(list, { directory, page, violated }, () => content(query, directory, page, violated));
    },
  };
}

function movesLink() {
  return h("a", { class: "button", href: link(["directory", "moves"]) }, "Moves");
}

function wanted({ application, state, cluster, continuation }) {
  return { application, state, cluster, continuation };
}

/** The value is sent in a body, and never becomes part of an address. */
function keyForm(kinds, owner) {
  return h(
    "form",
    {
      class: "filters",
      role: "search",
      onsubmit: async (event) => {
        event.preventDefault();
        const { kind, value } = event.target.elements;
        try {
          const found = await post(["directory", "find"], { kind: kind.value, value: value.value });
          swap(owner, found.rows.length === 0 ? nobody(kind.value) : entries(found.rows));
        } catch (error) {
          if (!(error instanceof ApiError)) {
            throw error;
          }
          swap(owner, empty(error.title, `${error.message}.`));
        }
      },
    },
    h("div", { class: "field" }, h("label", { for: "kind" }, "Alternate key"), kinds),
    h(
      "div",
      { class: "field" },
      h("label", { for: "value" }, "Value"),
      h("input", { id: "value", name: "value", required: true, autocomplete: "off" }),
    ),
    h("button", { class: "primary" }, "Find the owner"),
  );
}

function nobody(kind) {
  return empty("No tenant owns this key", `Another tenant may take the ${kind} at once.`);
}

function form(query) {
  const field = (name, label, placeholder) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: name }, label),
      h("input", {
        id: name,
        name,
        value: query[name],
        placeholder,
        autocomplete: "off",
        spellcheck: "false",
      }),
    );
  const states = ["", ...STATES].map((state) =>
    h("option", { value: state, selected: state === query.state }, state || "All states"),
  );
  return h(
    "form",
    {
      class: "filters",
      role: "search",
      onsubmit: (event) => {
        event.preventDefault();
        if (lacksApplication(event.target, "A tenant is a user of an application.")) {
          return;
        }
        const { user, ...filter } = Object.fromEntries(new FormData(event.target));
        go(user ? ["directory", filter.application, user] : ["directory"], user ? {} : filter);
      },
    },
    field("application", "Application", "exactly"),
    field("user", "User", "exactly, shows the tenant"),
    field("cluster", "Cluster", "exactly"),
    h(
      "div",
      { class: "field" },
      h("label", { for: "state" }, "State"),
      h("select", { id: "state", name: "state" }, states),
    ),
    h("button", { class: "primary" }, "Filter"),
    filtered(query) && h("a", { class: "button", href: link(["directory"]) }, "Clear"),
  );
}

function filtered({ application, state, cluster }) {
  return Boolean(application || state || cluster);
}

function content(query, directory, page, violated) {
  if (!directory.present) {
    return [
      empty(
        "This deployment has no tenant directory",
        "Tenants are found by asking the clusters. tenure.directory.shards switches one on.",
      ),
    ];
  }
  return [
    h(
      "dl",
      { class: "figures" },
      figure("Shards on", directory.shards.join(", ")),
      figure("Alternate keys", directory.kinds.map(kindName).join(", ") || "—"),
      figure("Entries for", directory.active ? "every tenant" : adoption(directory)),
    ),
    violatedKeys(violated),
    page.rows.length === 0
      ? empty("No entry fits", "A page can be empty while later pages are not.")
      : entries(page.rows),
    pager(["directory"], wanted(query), page),
  ];
}

function kindName({ name, state }) {
  return state === "READABLE" ? name : `${name} (${state === "FILLING" ? "added" : "dropped"} now)`;
}

function adoption({ clusters }) {
  const walked = clusters.reduce((total, one) => total + one.walked, 0);
  return `some tenants; ${number(walked)} walked`;
}

function entries(rows) {
  return table(
    "Entries",
    [
      [
        "User",
        (row) =>
          h(
            "a",
            {
              href: link(["directory", row.application, row.user]),
              "data-key": `entry ${row.application}/${row.user}`,
            },
            row.user,
          ),
      ],
      ["Application", (row) => row.application],
      ["State", (row) => state(row.state)],
      ["Cluster", (row) => row.cluster],
      ["Created", (row) => when(row.created)],
    ],
    rows,
  );
}

export function state(name) {
  return h("span", { class: name === "ACTIVE" ? "badge quiet" : "badge warn" }, name);
}
