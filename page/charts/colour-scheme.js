// Reports changes of the colour scheme, so that a canvas can be drawn again.

/** Calls `act` after a change between light and dark, by the system or by the setting of the page. Returns a function
 *  that ends the subscription. */
export function onColourSchemeChange(act) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choice = new MutationObserver(act);
  system.addEventListener("change", act);
  choice.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => { system.removeEventListener("change", act); choice.disconnect(); };
}
