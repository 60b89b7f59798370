// Numbers, times and sizes as people read them.
import { h } from "./dom.js";

const NUMBER = new Intl.NumberFormat("en");
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const CLOCK = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

let serverAhead = 0;

/** Remembers how far the server's clock is ahead, so that ages are told by the server's clock. */
export function setServerTime(iso) {
  const time = Date.parse(iso);
  if (Number.isFinite(time)) {
    serverAhead = time - Date.now();
  }
}

export function serverNow() {
  return Date.now() + serverAhead;
}

export function number(value) {
  return NUMBER.format(value);
}

export function compact(value) {
  return value < 10000 ? NUMBER.format(value) : COMPACT.format(value);
}

/** One thing or several: `plural(2, "item")` is "2 items". */
export function plural(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export function bytes(count) {
  if (count < 1024) {
    return plural(count, "byte");
  }
  const kibibytes = count / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

/** A length of time in at most two units: "1 h 20 min". */
export function duration(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 1) {
    return `${Math.round(milliseconds)} ms`;
  }
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  if (seconds < 60) {
    return `${Math.floor(seconds)} s`;
  }
  const units = [
    ["d", 86400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ];
  const first = units.findIndex(([, size]) => seconds >= size);
  const [name, size] = units[first];
  const [lesser, lesserSize] = units[first + 1];
  const rest = Math.floor((seconds % size) / lesserSize);
  return `${Math.floor(seconds / size)} ${name}${rest > 0 ? ` ${rest} ${lesser}` : ""}`;
}

/** A `<time>` that tells how long ago or ahead it is, and the exact time on hover. */
export function when(iso, missing = "—") {
  if (!iso) {
    return h("span", { class: "faint" }, missing);
  }
  const time = Date.parse(iso);
  return h("time", { datetime: iso, title: CLOCK.format(time) }, relative(time));
}

/** Tells all times below an element anew. */
export function retellTimes(root) {
  for (const element of root.querySelectorAll("time")) {
    const text = relative(Date.parse(element.dateTime));
    if (element.textContent !== text) {
      element.textContent = text;
    }
  }
}

export function exact(iso) {
  return CLOCK.format(Date.parse(iso));
}

function relative(time) {
  const ahead = time - serverNow();
  if (Math.abs(ahead) < 1000) {
    return "now";
  }
  return ahead > 0 ? `in ${duration(ahead)}` : `${duration(-ahead)} ago`;
}
