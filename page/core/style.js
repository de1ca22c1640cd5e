// Style sheets of views come with the view, and are in force while it is shown.

const links = new Map();

/** Resolves once `styles/NAME.css` is there. */
function read(name) {
  if (!links.has(name)) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../styles/${name}.css`, import.meta.url).pathname;
    const isRead = new Promise((resolve) => {
      // A view without its looks is better than none.
      link.onload = link.onerror = resolve;
    });
    document.head.append(link);
    links.set(name, { link, isRead });
  }
  return links.get(name).isRead;
}

/** Reads the sheets of a view; gives the way to put them in force, and those of other views out of it. */
export async function styled(names) {
  await Promise.all(names.map(read));
  return () => {
    for (const [name, { link: { sheet } }] of links) if (sheet) sheet.disabled = !names.includes(name);
  };
}
