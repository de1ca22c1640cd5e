// What is drawn by hand in colours is drawn again when those change.

/** Calls `act` after light became dark or dark light, by the system or by choice. Gives the way to stop it. */
export function onScheme(act) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choice = new MutationObserver(act);
  system.addEventListener("change", act);
  choice.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => { system.removeEventListener("change", act); choice.disconnect(); };
}
