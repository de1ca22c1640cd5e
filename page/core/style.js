// Style sheets of views come with the view.

const asked = new Map();

/** Resolves once `styles/NAME.css` is in force. */
export function style(name) {
  if (!asked.has(name)) {
    asked.set(name, new Promise((resolve) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = new URL(`../styles/${name}.css`, import.meta.url).pathname;
      // A view without its looks is better than none.
      link.onload = link.onerror = resolve;
      document.head.append(link);
    }));
  }
  return asked.get(name);
}
