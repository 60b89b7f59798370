// A small line chart in SVG: several series over the same span of time, one scale from zero.
import { h, s } from "./dom.js";
import { compact, serverNow } from "./format.js";

const WIDTH = 600;
const HEIGHT = 120;
const TOP = 8;

/** What little there is at first is not drawn wider than this. */
const SPAN_LEAST = 60000;

/**
 * @param {{label: string, span: number, unit?: (value: number) => string,
 *   series: {name: string, kind: string, points: {t: number, v: number}[]}[]}} options
 */
export function lineChart(options) {
  const unit = options.unit ?? compact;
  const times = options.series.flatMap((one) => one.points.map((point) => point.t));
  const now = Math.max(serverNow(), ...times);
  const span = Math.min(options.span, Math.max(SPAN_LEAST, now - Math.min(now, ...times)));
  const from = now - span;
  const highest = niceCeiling(
    Math.max(1, ...options.series.flatMap((o) => o.points.map((p) => p.v))),
  );
  const x = (time) => ((time - from) / span) * WIDTH;
  const y = (value) => HEIGHT - (value / highest) * (HEIGHT - TOP);
  const marker = s("line", { class: "marker", y1: 0, y2: HEIGHT, visibility: "hidden" });
  const picture = s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": describe(options, unit),
    },
    [0, 0.5, 1].map((part) =>
      s("line", { class: "grid", x1: 0, x2: WIDTH, y1: y(part * highest), y2: y(part * highest) }),
    ),
    options.series.flatMap((one) => drawing(one, from, x, y)),
    marker,
  );
  const legend = h("div", { class: "legend" });
  const tell = (time) => legend.replaceChildren(...legendOf(options, time, unit));
  tell(undefined);
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    const time = from + ((event.clientX - box.left) / box.width) * span;
    marker.setAttribute("x1", x(time));
    marker.setAttribute("x2", x(time));
    marker.setAttribute("visibility", "visible");
    tell(time);
  });
  picture.addEventListener("pointerleave", () => {
    marker.setAttribute("visibility", "hidden");
    tell(undefined);
  });
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, h("span", { class: "chart-name" }, options.label), legend),
    h("div", { class: "plot" }, picture, h("span", { class: "scale" }, unit(highest))),
  );
}

function drawing(series, from, x, y) {
  const points = series.points.filter((point) => point.t >= from);
  if (points.length === 0) {
    return [];
  }
  const line = points
    .map((point) => `${x(point.t).toFixed(1)},${y(point.v).toFixed(1)}`)
    .join(" L");
  const first = x(points[0].t).toFixed(1);
  const last = x(points.at(-1).t).toFixed(1);
  return [
    s("path", { class: `area ${series.kind}`, d: `M${first},${y(0)} L${line} L${last},${y(0)} Z` }),
    s("path", { class: `line ${series.kind}`, d: `M${line}` }),
  ];
}

function legendOf(options, time, unit) {
  return options.series.map((one) => {
    const point = time === undefined ? one.points.at(-1) : nearest(one.points, time);
    return h(
      "span",
      { class: `key ${one.kind}` },
      `${one.name} `,
      h("b", {}, point === undefined ? "—" : unit(point.v)),
    );
  });
}

function nearest(points, time) {
  return points.reduce(
    (best, point) =>
      best === undefined || Math.abs(point.t - time) < Math.abs(best.t - time) ? point : best,
    undefined,
  );
}

function describe(options, unit) {
  const parts = options.series.map((one) => {
    const values = one.points.map((point) => point.v);
    return values.length === 0
      ? `${one.name}: nothing yet`
      : `${one.name}: now ${unit(values.at(-1))}, at most ${unit(Math.max(...values))}`;
  });
  return `${options.label}. ${parts.join(". ")}.`;
}

/** 1, 2 or 5 times a power of ten, so that the scale does not jump with each point. */
function niceCeiling(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value);
}
