// Loads the style sheets of a view with the view, and enables them only while it is shown.

const links = new Map();

/** Resolves when `styles/NAME.css` is loaded, or could not be loaded. */
function load(name) {
  if (!links.has(name)) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../styles/${name}.css`, import.meta.url).pathname;
    const isLoaded = new Promise((resolve) => {
      // A view without its style sheet is better than none.
      link.onload = link.onerror = resolve;
    });
    document.head.append(link);
    links.set(name, { link, isLoaded });
  }
  return links.get(name).isLoaded;
}

/** Loads the style sheets of a view. Returns a function that enables them and disables those of the other views. */
export async function loadStylesheets(names) {
  await Promise.all(names.map(load));
  return () => {
    for (const [name, { link: { sheet } }] of links) if (sheet) sheet.disabled = !names.includes(name);
  };
}
