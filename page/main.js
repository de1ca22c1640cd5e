// Where the page begins: who is here, and which room of it is open.

import { el } from "./core/dom.js";
import { identities } from "./core/keys.js";
import { keepOffline } from "./core/offline.js";
import { place, takeCode } from "./core/router.js";
import { currentID, Session } from "./core/session.js";
import { styled } from "./core/style.js";
import { language, t } from "./core/text.js";
import { closeDialogs } from "./parts/dialog.js";
import { closed } from "./parts/empty.js";
import { offerPIN, stepUp } from "./parts/pin.js";
import { problemNotice, problemText } from "./parts/problem.js";
import { isOpen, Shell } from "./parts/shell.js";
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
/** Counts what is to be shown, so that what was overtaken on its way is not. */
let turn = 0;

async function start() {
  leave();
  document.documentElement.lang = language();
  document.documentElement.dataset.theme = localStorage.getItem("tomte.theme") ?? "auto";
  const code = takeCode();
  const known = await identities();
  if (code) return welcome(code);
  const last = known.find(({ id }) => id === currentID());
  if (last) return last.pairing ? welcome(null, last) : enter(last);
  const residents = known.filter(({ pairing }) => !pairing);
  // Who was here last signed out: nobody enters as somebody else unasked.
  if (residents.length) return ask(residents);
  return welcome(null, known[0]);
}

async function ask(residents) {
  history.replaceState(null, "", "#/");
  const { open } = await import("./views/who.js");
  app.replaceChildren(open({ residents, enter, add: () => welcome() }));
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
  let rights = rightsOf(session.store);
  session.store.on("home", () => {
    const before = rights;
    rights = rightsOf(session.store);
    // What one may do has changed: what is shown is shown anew, without what is no more.
    if (before && before !== rights) show({ focus: false }).then(() => offerFirstPIN(session));
  });
  app.replaceChildren(shell.element);
  const reading = session.begin();
  if (!session.store.home) {
    shell.show(el("p.starting", {}, t("home.reading")), "", { focus: false });
    await reading;
  }
  if (running?.session === session) await show({ focus: false });
  await reading;
  await offerFirstPIN(session);
}

const rightsOf = ({ home }) => home && JSON.stringify([home.permissions, home.person?.role, home.needsPIN]);

/** Whoever sets up the home is asked there. */
async function offerFirstPIN(session) {
  if (running?.session === session && place().name !== "setup") await offerPIN(running.context);
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

/** What became of a command is said to those who do not see the tile; what a newer one replaced is no news. */
function announce(store, command) {
  const { device, status, detail, error } = command;
  if (status === "confirmed" || !store.isLast(command)) return;
  const name = store.devices.get(device)?.name ?? device;
  const words = error ? problemText(error) : detail;
  toast(`${name}: ${t(`outcome.${status}`)}${words ? ` ${words}` : ""}`, { tone: status === "sent" ? "warn" : "danger" });
}

/** Nothing of one person stays for the next. */
function leave() {
  turn += 1;
  closeDialogs();
  document.getElementById("toasts").replaceChildren();
  document.title = "Tomte";
  running?.view?.close?.();
  running?.shell.close();
  running?.session.end();
  running = null;
}

/** The gateway knows this client no more. */
async function ended(session) {
  if (running?.session !== session) return;
  leave();
  history.replaceState(null, "", "#/");
  await session.forget();
  await welcome(null, null, t("session.ended"));
}

/** Opens the view of the address. Of several that are asked for, the last is shown. */
async function show({ focus = true } = {}) {
  if (!running) return;
  closeDialogs();
  const { shell, context } = running;
  const now = place();
  const own = turn += 1;
  running.view?.close?.();
  running.view = null;
  shell.showRooms();
  try {
    const view = await viewOf(now.name, context.store);
    const dress = await styled(view.styles ?? []);
    if (own !== turn) return;
    const opened = await view.open(context, now);
    if (own !== turn) return opened.close?.();
    running.view = opened;
    dress();
    shell.show(opened.element, opened.title, { focus });
  } catch (error) {
    if (own === turn) shell.show(problemNotice(error, show), "", { focus });
  }
}

async function viewOf(name, store) {
  if (!isOpen(name, store)) return { open: () => notYours(name) };
  try {
    return await (Object.hasOwn(views, name) ? views[name] : views.home)();
  } catch (error) {
    if (isNewer()) await new Promise(() => {});
    throw error;
  }
}

function notYours(name) {
  const title = t(`nav.${name}`);
  return { title, element: closed("lock", title, t("closed.help")) };
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

// A browser offers this once, long before anyone looks at the settings.
window.addEventListener("beforeinstallprompt", (event) => { globalThis.tomteInstall = event; });

keepOffline();
await start();
