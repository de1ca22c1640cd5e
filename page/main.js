// Where the page begins: who is here, and which room of it is open.

import { el } from "./core/dom.js";
import { identities } from "./core/keys.js";
import { place, takeCode } from "./core/router.js";
import { currentID, Session } from "./core/session.js";
import { styled } from "./core/style.js";
import { language, t } from "./core/text.js";
import { stepUp } from "./parts/pin.js";
import { problemNotice, problemText } from "./parts/problem.js";
import { Shell } from "./parts/shell.js";
import { toast } from "./parts/toast.js";
import * as home from "./views/home.js";

/** The other views come when they are opened first. */
const views = {
  home: () => home,
  device: () => import("./views/device.js"),
  energy: () => import("./views/energy.js"),
  found: () => import("./views/found.js"),
  people: () => import("./views/people.js"),
  history: () => import("./views/history.js"),
  settings: () => import("./views/settings.js"),
  setup: () => import("./views/setup.js"),
  health: () => import("./views/health.js"),
  more: () => import("./views/more.js"),
};

const app = document.getElementById("app");
let running;

async function start() {
  leave();
  document.documentElement.lang = language();
  document.documentElement.dataset.theme = localStorage.getItem("tomte.theme") ?? "auto";
  const code = takeCode();
  const known = await identities();
  const current = known.find(({ id }) => id === currentID()) ?? known[0];
  if (code || !current || current.pairing) return welcome(code, current?.pairing ? current : null);
  await enter(current);
}

/** Someone who is not in yet: the first owner, or an invited client. */
async function welcome(code, waiting, message) {
  const { open } = await import("./views/welcome.js");
  app.replaceChildren(open({ code, waiting, message, enter }));
}

async function enter(identity) {
  leave();
  const session = new Session(identity, { onEnd: () => ended(session) });
  const context = contextOf(session);
  const shell = new Shell(session);
  running = { session, shell, context, view: null };
  app.replaceChildren(shell.element);
  const reading = session.begin();
  if (!session.store.home) {
    shell.show(el("p.starting", {}, t("home.reading")), "", { focus: false });
    await reading;
  }
  if (running?.session === session) await show({ focus: false });
}

function contextOf(session) {
  const { store, client } = session;
  const context = { session, store, client, enter, restart: start };
  context.confirm = (purpose) => stepUp(context, purpose);
  /** Does what may need a PIN first; what the gateway refuses is thrown. */
  context.acting = async (act) => {
    try {
      return await act();
    } catch (error) {
      if (error.code !== "stepUpNeeded") throw error;
      return await context.confirm(error.stepUp) ? act() : undefined;
    }
  };
  context.tell = async (device, part, capability, value) => {
    const { confirm } = context;
    const command = await store.command(device, part, capability, value, { confirm });
    if (command) announce(store, command);
  };
  return context;
}

/** What became of a command is said to those who do not see the tile. */
function announce(store, { device, status, detail, error }) {
  if (status === "confirmed") return;
  const name = store.devices.get(device)?.name ?? device;
  const words = error ? problemText(error) : detail;
  toast(`${name}: ${t(`outcome.${status}`)}${words ? ` ${words}` : ""}`, { tone: status === "sent" ? "warn" : "danger" });
}

function leave() {
  running?.view?.close?.();
  running?.shell.close();
  running?.session.end();
  running = null;
}

/** The gateway knows this client no more. */
async function ended(session) {
  if (running?.session !== session) return;
  leave();
  await session.forget();
  await welcome(null, null, t("session.ended"));
}

async function show({ focus = true } = {}) {
  if (!running) return;
  const { shell, context } = running;
  const now = place();
  const view = views[now.name] ?? views.home;
  running.view?.close?.();
  running.view = null;
  shell.showRooms();
  try {
    const { open, styles = [] } = await view();
    const dress = await styled(styles);
    if (running?.shell !== shell || place().name !== now.name) return;
    const opened = await open(context, now);
    running.view = opened;
    dress();
    shell.show(opened.element, opened.title, { focus });
  } catch (error) {
    if (error instanceof TypeError && isNewer()) return;
    shell.show(problemNotice(error, show), "", { focus });
  }
}

/** A module that is not there any more: the gateway has a newer page, which is read, but not again and again. */
function isNewer() {
  const last = Number(sessionStorage.getItem("tomte.reloaded"));
  if (!navigator.onLine || Date.now() - last < 60_000) return false;
  sessionStorage.setItem("tomte.reloaded", Date.now());
  location.reload();
  return true;
}

window.addEventListener("hashchange", async () => {
  const code = takeCode();
  if (code) { leave(); await welcome(code); } else await (running ? show() : start());
});

async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  const address = globalThis.trustedTypes
    ?.createPolicy("tomte", { createScriptURL: () => "/service-worker.js" }).createScriptURL("") ?? "/service-worker.js";
  // Browsers refuse under a certificate that they do not trust; the settings say what to do then.
  globalThis.tomteIsOffline = await navigator.serviceWorker.register(address).then(() => true, () => false);
}

// A browser offers this once, long before anyone looks at the settings.
window.addEventListener("beforeinstallprompt", (event) => { globalThis.tomteInstall = event; });

keepOffline();
await start();
