// One item: why it is where it is, what happened to it, what it carries.
import { cancelButton, itemPath, learnMode, retryButton, zonePath } from "./actions.js";
import { get } from "./api.js";
import { h, swap } from "./dom.js";
import { bytes, exact, number, when } from "./format.js";
import { askRefresh, crumbs, draw, figure, heading, loading, stateBadge } from "./parts.js";
import { go, link } from "./router.js";

export function open(place) {
  const body = h("div", {}, loading());
  const badge = h("span", {});
  const shown = { format: undefined, open: new Set() };
  let modeKnown = false;
  return {
    title: place.id,
    head: h(
      "div",
      {},
      crumbs(
        ["Tenants", "#/tenants"],
        [place.application, link(["tenants"], { application: place.application })],
        [place.user, link(["tenants", place.application, place.user])],
        [place.zone, link(zonePath(place))],
        [place.id],
      ),
      heading(place.id, badge),
    ),
    body,
    every: 3000,
    refresh: async (signal) => {
      if (!modeKnown) {
        await learnMode(signal);
        modeKnown = true;
      }
      const item = await get(itemPath(place), {}, signal);
      swap(badge, stateBadge(item.state));
      draw(body, { item, format: shown.format }, () => content(place, item, shown));
    },
  };
}

function content(place, item, shown) {
  return [
    h(
      "div",
      { class: "actions" },
      retryButton(place, item.state),
      cancelButton(place, item.state, () => go(zonePath(place))),
    ),
    why(item),
    h(
      "dl",
      { class: "figures" },
      figure("Type", h("code", {}, item.type), "", `Schema version ${item.schemaVersion}`),
      figure("Priority", item.priority, "", "0 is first, 15 is last"),
      figure("Attempts", item.attempts),
      figure("Errors", item.errors, item.errors > 0 ? "bad" : ""),
      figure("Leases", item.leases),
      figure("Size", bytes(item.bodySize)),
      ...(item.group === null
        ? []
        : [figure("Group", h("code", {}, item.group), "", "Its items run one after the other")]),
    ),
    h(
      "div",
      { class: "columns" },
      h("section", {}, h("h2", {}, "What happened"), timeline(item, shown)),
      h(
        "section",
        {},
        h("h2", {}, "Payload"),
        payload(item, shown),
        h("h2", {}, "Attributes"),
        attributes(item.attributes),
      ),
    ),
  ];
}

function why(item) {
  return h(
    "section",
    { class: "why", "aria-label": "Why it is where it is" },
    h(
      "ul",
      {},
      item.explanation.map((reason) =>
        h("li", {}, reason.text, reason.until && [" ", when(reason.until)]),
      ),
    ),
  );
}

function timeline(item, shown) {
  const events = [{ at: item.enqueuedAt, title: "Enqueued", kind: "" }];
  const unreadable = item.failures.find((failure) => parkedWith(failure, item));
  for (const failure of item.failures.filter((each) => each !== unreadable)) {
    events.push({
      at: failure.at,
      title: `Attempt ${failure.attempt} failed`,
      by: failure.consumer,
      error: failure.error,
      trace: traceOf(failure, item.stackTrace),
      kind: "bad",
    });
  }
  if (item.setAsideAt) {
    events.push({
      at: item.setAsideAt,
      title: "Set aside",
      by: unreadable?.consumer,
      error: item.deadLetterReason,
      trace: unreadable && traceOf(unreadable, item.stackTrace),
      kind: "bad",
    });
  }
  events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  if (item.state === "LEASED") {
    events.push({ at: item.vesting, title: "Held until", by: item.leasedBy, kind: "next" });
  } else if (!item.setAsideAt) {
    events.push({
      at: item.vesting,
      title: item.state === "READY" ? "Due since" : "Due",
      kind: "next",
    });
  }
  const lost = item.errors - item.failures.length;
  return h(
    "div",
    {},
    lost > 0 && h("p", { class: "faint" }, `${number(lost)} older failures are not kept.`),
    h(
      "ol",
      { class: "timeline" },
      events.map((event, index) => step(event, index, shown)),
    ),
  );
}

function step(event, index, shown) {
  const key = `${event.title} ${event.at} ${index}`;
  return h(
    "li",
    { class: event.kind },
    h("div", { class: "step" }, h("strong", {}, event.title), " ", when(event.at)),
    h("div", { class: "faint" }, exact(event.at), event.by && [" · ", h("code", {}, event.by)]),
    event.error && errorText(event.error, key, shown),
    event.trace && foldedText("Stack trace", event.trace, `trace ${key}`, shown, "faint"),
  );
}

/** Whether it is why the item was parked, and not a failed attempt. */
function parkedWith(failure, item) {
  return item.state === "PARKED" && failure.at === item.setAsideAt;
}

/** The item keeps one stack trace, of one of its failures. */
function traceOf(failure, trace) {
  return trace && trace.at === failure.at && trace.attempt === failure.attempt
    ? trace.text
    : undefined;
}

/** The first line of an error, the rest on demand. */
function errorText(error, key, shown) {
  const cut = error.indexOf("\n");
  if (cut < 0) {
    return h("p", { class: "error" }, error);
  }
  return foldedText(error.slice(0, cut), error, key, shown, "error");
}

function foldedText(title, text, key, shown, kind) {
  return h(
    "details",
    {
      open: shown.open.has(key),
      ontoggle: (event) => (event.target.open ? shown.open.add(key) : shown.open.delete(key)),
    },
    h("summary", { class: kind, "data-key": key }, title),
    h("pre", {}, text),
  );
}

function payload(item, shown) {
  const { payload: carried } = item;
  if (!carried) {
    return h("p", { class: "faint" }, "This server shows no payloads.");
  }
  if (carried.size === 0) {
    return h("p", { class: "faint" }, "It carries no payload.");
  }
  const formats = availableFormats(carried);
  const format = formats.some(([name]) => name === shown.format) ? shown.format : formats[0][0];
  const choose = (name) => {
    shown.format = name;
    askRefresh();
  };
  return h(
    "div",
    { class: "payload" },
    h(
      "div",
      { class: "payload-bar" },
      h(
        "div",
        { class: "tabs", role: "group", "aria-label": "Show the payload as" },
        formats.map(([name]) =>
          h(
            "button",
            {
              type: "button",
              "aria-pressed": String(name === format),
              "data-key": `format ${name}`,
              onclick: () => choose(name),
            },
            name,
          ),
        ),
      ),
      h("span", { class: "faint" }, `${carried.contentType.toLowerCase()}, ${bytes(carried.size)}`),
    ),
    h(
      "pre",
      { tabindex: "0", "aria-label": "Payload" },
      formats.find(([name]) => name === format)[1],
    ),
    carried.shown < carried.size &&
      h("p", { class: "faint" }, `The first ${bytes(carried.shown)} are shown.`),
  );
}

function availableFormats(carried) {
  const formats = [];
  const pretty = carried.text === null ? undefined : prettyJson(carried.text);
  if (pretty !== undefined) {
    formats.push(["JSON", pretty]);
  }
  if (carried.text !== null) {
    formats.push(["Text", carried.text]);
  }
  formats.push(["Hex", hexDump(carried.hex)]);
  return formats;
}

/** Only objects and lists are worth laying out; a number keeps the digits it was written with. */
function prettyJson(text) {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    return layOut(text, JSON.parse(text));
  } catch {
    return undefined;
  }
}

function layOut(text, parsed) {
  const exactNumbers = !/\d{16,}|\d[eE]/.test(text);
  return exactNumbers ? JSON.stringify(parsed, null, 2) : text;
}

function hexDump(hex) {
  const lines = [];
  for (let start = 0; start < hex.length; start += 32) {
    const pairs = hex.slice(start, start + 32).match(/../g);
    const letters = pairs.map((pair) => {
      const code = parseInt(pair, 16);
      return code >= 32 && code < 127 ? String.fromCharCode(code) : "·";
    });
    const offset = (start / 2).toString(16).padStart(6, "0");
    lines.push(`${offset}  ${pairs.join(" ").padEnd(47)}  ${letters.join("")}`);
  }
  return lines.join("\n");
}

function attributes(map) {
  const entries = Object.entries(map);
  if (entries.length === 0) {
    return h("p", { class: "faint" }, "None.");
  }
  return h(
    "dl",
    { class: "attributes" },
    entries.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}
