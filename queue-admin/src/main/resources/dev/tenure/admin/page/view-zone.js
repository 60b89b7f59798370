// One zone: its items, filtered by state and type, page by page.
import { isExternal, learnMode, pauseButton, zonePath } from "./actions.js";
import { get } from "./api.js";
import { letterButtons } from "./dead-letters.js";
import { h } from "./dom.js";
import { bytes, number, when } from "./format.js";
import {
  STATE_NAMES,
  crumbs,
  draw,
  empty,
  figure,
  filterField,
  heading,
  loading,
  notice,
  pager,
  stateBadge,
  stateWord,
  table,
} from "./parts.js";
import { go, link } from "./router.js";

const PAGE_SIZE = 50;

export function open(place, query) {
  const body = h("div", {}, loading());
  let modeKnown = false;
  return {
    title: `${place.zone} of ${place.user}`,
    head: h(
      "div",
      {},
      crumbs(
        ["Tenants", "#/tenants"],
        [place.application, link(["tenants"], { application: place.application })],
        [place.user, link(["tenants", place.application, place.user])],
        [place.zone],
      ),
      heading(place.zone),
      !isExternal(place) && search(place, query),
    ),
    body,
    every: 3000,
    refresh: async (signal) => {
      if (!modeKnown) {
        await learnMode(signal);
        modeKnown = true;
      }
      const [zone, page] = await Promise.all([
        get(zonePath(place), {}, signal),
        get([...zonePath(place), "items"], { ...wanted(query), limit: PAGE_SIZE }, signal),
      ]);
      draw(body, { zone, page }, () => content(place, query, zone, page));
    },
  };
}

function wanted({ state, type, filter, continuation }) {
  return { state, type, filter, continuation };
}

function search(place, { state, type, filter }) {
  return h(
    "form",
    {
      class: "filters",
      role: "search",
      onsubmit: (event) => {
        event.preventDefault();
        go(zonePath(place), { state, type, filter: event.target.elements.filter.value });
      },
    },
    filterField(filter, "priority < 3 AND errors > 0"),
    h("button", { class: "primary" }, "Find"),
    filter && h("a", { class: "button", href: link(zonePath(place), { state, type }) }, "Clear"),
  );
}

function content(place, query, zone, page) {
  return [
    h(
      "dl",
      { class: "figures" },
      figure("Items", zone.items),
      figure("Set aside", zone.deadLetters, zone.deadLetters > 0 ? "bad" : ""),
      figure("Next due", when(zone.earliestVesting, "nothing waits")),
      figure(
        "Looked at next",
        zone.pointer ? when(zone.pointer.vesting) : "no pointer",
        "",
        "When the consumers' pointer to this zone is due",
      ),
      h("div", { class: "figure control" }, pauseButton(place, zone.paused)),
    ),
    zone.paused &&
      notice("warn", "This zone is paused: nothing is taken from it until it is resumed."),
    filters(place, query, zone),
    letterButtons(place, query, zone),
    page.rows.length === 0 ? nothing(query, page) : items(place, page),
    pager(zonePath(place), wanted(query), page),
  ];
}

function filters(place, query, zone) {
  const path = zonePath(place);
  const state = (name, text) =>
    h(
      "a",
      {
        href: link(path, { state: name, type: query.type, filter: query.filter }),
        "aria-current": (query.state ?? "") === name ? "true" : undefined,
        "data-key": `state ${name}`,
      },
      text,
    );
  const typeNames = Object.keys(zone.itemsByType);
  const known =
    query.type && !typeNames.includes(query.type) ? [...typeNames, query.type] : typeNames;
  return h(
    "div",
    { class: "filters" },
    h(
      "nav",
      { class: "tabs", "aria-label": "Items by state" },
      state("", "All"),
      STATE_NAMES.map((name) => state(name, stateWord(name))),
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "type" }, "Type"),
      h(
        "select",
        {
          id: "type",
          "data-key": "type",
          onchange: (event) => go(path, { state: query.state, type: event.target.value, filter: query.filter }),
        },
        h("option", { value: "" }, "All types"),
        known
          .sort()
          .map((name) =>
            h(
              "option",
              { value: name, selected: name === query.type },
              zone.itemsByType[name] === undefined
                ? name
                : `${name} (${number(zone.itemsByType[name])})`,
            ),
          ),
      ),
    ),
  );
}

function nothing(query, page) {
  if (page.continuation) {
    return empty(
      "No item on this stretch fits",
      `${number(page.scanned)} entries were looked at, and the zone holds more; look on with the next page.`,
    );
  }
  if (query.continuation) {
    return empty("No more items", "The list has ended, or what followed is done by now.");
  }
  return query.state || query.type || query.filter
    ? empty("No item fits", "Choose another state, type or filter above.")
    : empty("The zone is empty", "All its work is done.");
}

function items(place, page) {
  return table(
    "Items",
    [
      [
        "Item",
        (row) =>
          h(
            "a",
            {
              class: "identifier",
              href: link([...zonePath(place), "items", row.id]),
              "data-key": `item ${row.id}`,
            },
            row.id,
          ),
      ],
      ["State", (row) => stateBadge(row.state)],
      ["Type", (row) => h("code", {}, row.type)],
      ["Priority", (row) => row.priority, "number"],
      ["Due", (row) => (aside(row) ? h("span", { class: "faint" }, "—") : when(row.vesting))],
      [
        "Errors",
        (row) => h("span", { class: row.errors > 0 ? "bad" : "" }, number(row.errors)),
        "number",
      ],
      ["Size", (row) => bytes(row.bodySize), "number"],
      ["Enqueued", (row) => when(row.enqueuedAt)],
    ],
    page.rows,
  );
}

function aside(row) {
  return row.state === "DEAD" || row.state === "PARKED";
}
