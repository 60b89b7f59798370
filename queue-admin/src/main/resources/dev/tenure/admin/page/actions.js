// What an operator may do, each with its question and its answer.
import { ApiError, get, post } from "./api.js";
import { confirm, toast } from "./dialog.js";
import { h } from "./dom.js";
import { askRefresh } from "./parts.js";

let readOnly = false;

/** Learns whether this server allows changes, and shows it. */
export async function learnMode(signal) {
  const overview = await get(["overview"], {}, signal);
  setMode(overview);
  return overview;
}

export function setMode(overview) {
  readOnly = overview.readOnly;
  document.getElementById("mode").hidden = !readOnly;
  document.getElementById("observers").hidden = !overview.actuator;
}

export function isReadOnly() {
  return readOnly;
}

/** Whether the items of a zone lie in an external store, which offers less. */
export function isExternal({ zone }) {
  return zone.startsWith("external:");
}

export function retryButton(place, state) {
  const aside = state === "DEAD" || state === "PARKED";
  return button(
    "Retry now",
    "primary",
    state === "LEASED" || state === "BLOCKED" || (isExternal(place) && !aside),
    {
      title: "Retry this item now?",
      text: aside
        ? `${place.id} goes back into the zone and may run at once.`
        : `${place.id} no longer waits until it is due; it may run at once.`,
      action: "Retry now",
    },
    [...itemPath(place), "retry-now"],
    "The item may run now.",
  );
}

export function cancelButton(place, state, after) {
  const running =
    state === "LEASED" ? " It is running: what it does outside the queue is not undone." : "";
  return button(
    "Cancel item",
    "danger",
    false,
    {
      title: "Cancel this item for good?",
      text: `${place.id} is removed from the zone and will not run again.${running}`,
      action: "Cancel item",
      danger: true,
    },
    [...itemPath(place), "cancel"],
    "The item was cancelled.",
    after,
  );
}

export function pauseButton(place, paused) {
  const path = zonePath(place);
  return paused
    ? button(
        "Resume",
        "primary",
        false,
        {
          title: `Resume zone ${place.zone}?`,
          text: "Consumers take its items again.",
          action: "Resume",
        },
        [...path, "resume"],
        "The zone was resumed.",
      )
    : button(
        "Pause",
        "",
        false,
        {
          title: `Pause zone ${place.zone}?`,
          text: "Nothing is taken from it until it is resumed. What runs now is finished.",
          action: "Pause",
        },
        [...path, "pause"],
        "The zone was paused.",
      );
}

export function zonePath({ application, user, zone }) {
  return ["tenants", application, user, "zones", zone];
}

export function itemPath(place) {
  return [...zonePath(place), "items", place.id];
}

function button(text, kind, disabled, question, path, done, after) {
  if (readOnly) {
    return undefined;
  }
  return h(
    "button",
    {
      type: "button",
      class: kind,
      disabled,
      "data-key": `${text} ${path.join("/")}`,
      onclick: async () => {
        if (await confirm(question)) {
          await act(path, done, after ?? askRefresh);
        }
      },
    },
    text,
  );
}

async function act(path, done, after) {
  await attempt(async () => {
    await post(path);
    toast(done);
  });
  after();
}

/** Shows why an action was refused. */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    toast(`${error.title}: ${error.message}`, "bad");
  }
}
