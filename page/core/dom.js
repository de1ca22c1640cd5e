// Builds elements from text and attributes alone: nothing in this page turns a string into HTML.

const svg = "http://www.w3.org/2000/svg";

/** An element: `el("p.note", { id: "x", on: { click } }, "text", child)`. Children that are null, undefined, false or
 *  an empty string are left out. */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  set(element, attributes);
  element.append(...children.flat(Infinity).filter(isContent));
  return element;
}

/** Sets attributes; `on` adds listeners, and the names in `properties` are set as properties. An attribute that is
 *  null, undefined or false is removed. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (properties.has(name)) {
      element[name] = value;
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  return element;
}

const properties = new Set(["value", "checked", "disabled", "hidden", "selected", "indeterminate", "textContent"]);

function isContent(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/** An SVG element. */
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat(Infinity).filter(isContent));
  return element;
}

/** One of the icons of `icons.svg`. Screen readers skip it: the text beside it says the same. */
export function icon(name) {
  return shape("svg", { class: "icon", "aria-hidden": "true", focusable: "false" },
    shape("use", { href: `${new URL("../icons.svg", import.meta.url).pathname}#${name}` }));
}

/** Sets the text of a node only when it differs, so that an unchanged value causes no layout. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Adds or removes a class. */
export function toggle(element, name, isOn) {
  if (element.classList.contains(name) !== Boolean(isOn)) element.classList.toggle(name, Boolean(isOn));
}
