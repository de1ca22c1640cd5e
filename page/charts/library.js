// The chart library, which the gateway serves from its own system: read when the first chart is drawn.

let loading;

/** `Chart` with what our charts need; throws where it is not installed, and then a chart is a table. */
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

/** A colour token as it is now, in the scheme that is shown. */
export function colour(token, element = document.body) {
  const probe = document.createElement("span");
  probe.style.color = `var(--${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
