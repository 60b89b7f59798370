// Wires address, view and refreshing together. Start here; each view-*.js is one page.
import { announce, h, swap } from "./dom.js";
import { current, go } from "./router.js";
import { retellTimes } from "./format.js";
import { startTheme } from "./theme.js";
import { empty, problem } from "./parts.js";
import * as overview from "./view-overview.js";
import * as tenants from "./view-tenants.js";
import * as tenant from "./view-tenant.js";
import * as zone from "./view-zone.js";
import * as item from "./view-item.js";
import * as directory from "./view-directory.js";
import * as schemas from "./view-schemas.js";
import * as entry from "./view-entry.js";
import * as moves from "./view-moves.js";

const main = document.getElementById("main");
const live = document.getElementById("live");

let view;
let pending;
let timer;
let failing = false;

/** Which page an address names; undefined when none does. */
function choose({ segments, query }) {
  const [page, application, user, zones, zoneName, items, id] = segments;
  if (page === undefined) {
    return overview.open();
  }
  const shape = segments.length;
  if (page === "directory") {
    return openDirectory(segments, query);
  }
  if (page === "schemas") {
    return shape === 1 ? schemas.list() : shape === 2 ? schemas.open(application) : undefined;
  }
  if (page !== "tenants") {
    return undefined;
  }
  if (shape === 1) {
    return tenants.open(query);
  }
  if (shape === 3) {
    return tenant.open({ application, user });
  }
  if (shape === 5 && zones === "zones") {
    return zone.open({ application, user, zone: zoneName }, query);
  }
  if (shape === 7 && zones === "zones" && items === "items") {
    return item.open({ application, user, zone: zoneName, id });
  }
  return undefined;
}

/** A tenant has two names, so that no tenant's page is at the address of the moves. */
function openDirectory([, application, user], query) {
  if (application === undefined) {
    return directory.open(query);
  }
  if (user === undefined) {
    return application === "moves" ? moves.open(query) : undefined;
  }
  return entry.open({ application, user });
}

async function navigate() {
  clearTimeout(timer);
  pending?.abort();
  failing = false;
  const place = current();
  view = choose(place);
  markNavigation(place.segments[0] ?? "overview");
  if (view === undefined) {
    document.title = "Not found · Tenure";
    swap(
      main,
      h("h1", {}, "There is no such page"),
      h(
        "p",
        {},
        "The address may have been cut short. ",
        h("a", { href: "#/" }, "Go to the overview"),
      ),
    );
    return;
  }
  document.title = `${view.title} · Tenure`;
  swap(main, view.head, view.body);
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
  announce(view.title);
  await refresh();
}

/** Loads what the view shows; what was shown before stays until there is something new. */
async function refresh() {
  clearTimeout(timer);
  pending?.abort();
  const shown = view;
  const mine = new AbortController();
  pending = mine;
  try {
    await shown.refresh(mine.signal);
    if (shown === view) {
      working();
    }
  } catch (error) {
    if (error.name === "AbortError" || shown !== view) {
      return;
    }
    fail(error);
  }
  schedule();
}

function working() {
  failing = false;
  document.querySelector(".stale")?.remove();
}

function fail(error) {
  if (error.status === 404) {
    swap(view.body, empty(error.title, `${error.message}.`));
    view.body.drawn = undefined;
    return;
  }
  const notice = problem(error, () => refresh());
  if (view.body.childElementCount === 0 || view.body.querySelector(".loading, .problem")) {
    swap(view.body, notice);
    view.body.drawn = undefined;
  } else if (!failing) {
    notice.classList.add("stale");
    view.body.prepend(notice);
  }
  failing = true;
  if (!error.title) {
    throw error;
  }
}

function schedule() {
  clearTimeout(timer);
  if (isLive() && view?.every && !document.hidden) {
    timer = setTimeout(() => (busyReading() ? schedule() : refresh()), view.every);
  }
}

/** A person who selects text, or answers a dialog, is not disturbed. */
function busyReading() {
  const selection = getSelection();
  const selecting = selection && !selection.isCollapsed && main.contains(selection.anchorNode);
  return selecting || document.querySelector("dialog[open]") !== null;
}

function isLive() {
  return live.getAttribute("aria-pressed") === "true";
}

function markNavigation(page) {
  for (const anchor of document.querySelectorAll("[data-nav]")) {
    if (anchor.dataset.nav === page) {
      anchor.setAttribute("aria-current", "page");
    } else {
      anchor.removeAttribute("aria-current");
    }
  }
}

function onKey(event) {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (typing || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    const field = document.querySelector("[data-search]");
    if (field) {
      field.focus();
    } else {
      go(["tenants"]);
    }
  } else if (event.key === "r") {
    refresh();
  }
}

live.addEventListener("click", () => {
  live.setAttribute("aria-pressed", String(!isLive()));
  announce(isLive() ? "The page keeps itself up to date" : "The page stands still");
  if (isLive()) {
    refresh();
  } else {
    clearTimeout(timer);
  }
});
document.addEventListener(
  "visibilitychange",
  () => !document.hidden && isLive() && view && refresh(),
);
document.addEventListener("keydown", onKey);
document.addEventListener("tenure:refresh", () => refresh());
addEventListener("hashchange", () => navigate());
setInterval(() => document.hidden || retellTimes(document), 1000);
startTheme(document.getElementById("theme"));
directory.showLink(document.getElementById("directory"));
schemas.showLink(document.getElementById("schemas"));
navigate();
