// Pieces that several pages share.
import { h, swap } from "./dom.js";
import { link } from "./router.js";
import { number } from "./format.js";

const STATES = {
  READY: ["Ready", "May run now"],
  DELAYED: ["Delayed", "Waits until it is due"],
  BLOCKED: ["Blocked", "Waits behind others of its group"],
  LEASED: ["Running", "A consumer holds it"],
  RETRYING: ["Retrying", "Failed, waits for its next attempt"],
  DEAD: ["Dead", "Failed for good; set aside"],
  PARKED: ["Parked", "Could not be read; set aside"],
};

export const STATE_NAMES = Object.keys(STATES);

export function stateWord(state) {
  return STATES[state]?.[0] ?? state;
}

export function stateBadge(state) {
  return h(
    "span",
    { class: `badge state-${state.toLowerCase()}`, title: STATES[state]?.[1] },
    stateWord(state),
  );
}

/** Where the page lies: [["Tenants", "#/tenants"], ["alice"]]. */
export function crumbs(...steps) {
  return h(
    "nav",
    { class: "crumbs", "aria-label": "Where this is" },
    h(
      "ol",
      {},
      steps.map(([text, href]) =>
        h("li", {}, href ? h("a", { href }, text) : h("span", { "aria-current": "page" }, text)),
      ),
    ),
  );
}

export function heading(text, ...beside) {
  return h("div", { class: "heading" }, h("h1", {}, text), beside);
}

export function loading() {
  return h("p", { class: "loading" }, "Loading…");
}

export function empty(title, ...hint) {
  return h("div", { class: "empty" }, h("h2", {}, title), h("p", {}, hint));
}

/** An error as a person wants it told: what, why, and what to do. */
export function problem(error, retry) {
  return h(
    "div",
    { class: "problem", role: "alert" },
    h(
      "div",
      {},
      h("strong", {}, error.title ?? "The page failed"),
      h("p", {}, error.title ? error.message : "Reload it; if it fails again, please report it."),
    ),
    h("button", { type: "button", onclick: retry, "data-key": "try-again" }, "Try again"),
  );
}

/** A box for a filter after AIP-160; what is wrong with it is told as the list's problem. */
export function filterField(value, hint) {
  return h(
    "div",
    { class: "field" },
    h("label", { for: "filter" }, "Filter"),
    h("input", {
      id: "filter",
      name: "filter",
      value,
      placeholder: hint,
      maxlength: "2000",
      autocomplete: "off",
      spellcheck: "false",
    }),
  );
}

export function notice(kind, ...content) {
  return h("p", { class: `notice ${kind}` }, content);
}

/** A number with its name. */
export function figure(name, value, kind = "", hint = "") {
  return h(
    "div",
    { class: `figure ${kind}`, title: hint },
    h("dt", {}, name),
    h("dd", {}, typeof value === "number" ? number(value) : value),
  );
}

/** A table that becomes cards on a phone; each column is [title, cell of row, class]. */
export function table(caption, columns, rows) {
  return h(
    "table",
    {},
    h("caption", { class: "unseen" }, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        columns.map(([title, , kind]) => h("th", { scope: "col", class: kind }, title)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          {},
          columns.map(([title, cell, kind]) =>
            h("td", { "data-label": title, class: kind }, h("div", { class: "cell" }, cell(row))),
          ),
        ),
      ),
    ),
  );
}

/** First page and next page of a keyset-paged list; the browser's back button is "previous". */
export function pager(segments, query, page) {
  const { continuation, ...first } = query;
  if (!continuation && !page.continuation) {
    return undefined;
  }
  return h(
    "nav",
    { class: "pager", "aria-label": "Pages of the list" },
    continuation
      ? h("a", { href: link(segments, first), "data-key": "first-page" }, "First page")
      : h("span", { class: "faint" }, "First page"),
    page.continuation
      ? h(
          "a",
          {
            href: link(segments, { ...first, continuation: page.continuation }),
            "data-key": "next-page",
            rel: "next",
          },
          "Next page",
        )
      : h("span", { class: "faint" }, "End of the list"),
  );
}

/** Draws anew only when the facts differ, so that scrolling and selections stay. */
export function draw(body, facts, content) {
  const text = JSON.stringify(facts);
  if (body.drawn !== text) {
    swap(body, ...content());
    body.drawn = text;
  }
}

export function askRefresh() {
  document.dispatchEvent(new CustomEvent("tenure:refresh"));
}

/** Whether a form names a user without an application, for which it then asks. */
export function lacksApplication(form, text) {
  const { application, user } = form.elements;
  const lacking = user.value !== "" && application.value === "";
  application.setCustomValidity(lacking ? text : "");
  if (form.reportValidity()) {
    return false;
  }
  application.addEventListener("input", () => application.setCustomValidity(""), { once: true });
  return true;
}
