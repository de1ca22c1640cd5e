// The chart library, which the gateway serves from its operating system: loaded with the first chart.

let loading;

/** The class `Chart` with the elements that our charts need. Throws when the library is not installed; charts are shown
 *  as tables then. */
export async function chartLibrary() {
  loading ??= import("/chart.js/chart.esm.js").then((library) => {
    const { Chart, BarController, BarElement, CategoryScale, Filler, LinearScale, LineController, LineElement } = library;
    Chart.register(BarController, BarElement, CategoryScale, Filler, LinearScale, LineController, LineElement,
      library.PointElement, library.Tooltip);
    return Chart;
  });
  loading.catch(() => { loading = undefined; });
  return loading;
}

/** The value of a colour token in the present colour scheme. */
export function colour(token, element = document.body) {
  const probe = document.createElement("span");
  probe.style.color = `var(--${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
