// Loads the style sheets of a view with the view, and enables them only while it is shown.

const links = new Map();

/** The style sheets of pieces that every view can open, which are never disabled. */
const lasting = new Map();

/** Resolves when `styles/NAME.css` is loaded, or could not be loaded. */
function load(name, among = links) {
  if (!among.has(name)) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../styles/${name}.css`, import.meta.url).pathname;
    const isLoaded = new Promise((resolve) => {
      link.onload = resolve;
      // A view without its style sheet is better than none; the next one tries again.
      link.onerror = () => {
        among.delete(name);
        link.remove();
        resolve();
      };
    });
    document.head.append(link);
    among.set(name, { link, isLoaded });
  }
  return among.get(name).isLoaded;
}

/** Loads a style sheet that stays enabled in every view. */
export const loadLastingStylesheet = (name) => load(name, lasting);

/** Loads the style sheets of a view. Returns a function that enables them and disables those of the other views. */
export async function loadStylesheets(names) {
  await Promise.all(names.map((name) => load(name)));
  return () => {
    for (const [name, { link: { sheet } }] of links) if (sheet) sheet.disabled = !names.includes(name);
  };
}
