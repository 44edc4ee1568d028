// The nearest segment in a scatter plot is marked under the pointer, and opened by a click.

function startScatters() {
  for (const plot of document.querySelectorAll(".scatter")) {
    const [low, high, size] = plot.dataset.axis.split(" ").map(Number);
    const metric = Number(plot.dataset.metric);
    const pair = plot.dataset.pair.split(".").map(Number);
    const [up, across] = pair.map((place) => report.segments.scores[metric][place]);
    const at = (score) => ((score - low) / (high - low)) * size;
    const aim = plot.querySelector(".aim");
    const nearest = (event) => {
      const pointer = new DOMPoint(event.clientX, event.clientY).matrixTransform(plot.getScreenCTM().inverse());
      let closest = -1;
      let least = 400;  // the square of 20 units
      for (let segment = 0; segment < up.length; segment += 1) {
        if (up[segment] === null || across[segment] === null) continue;
        const distance = (at(across[segment]) - pointer.x) ** 2 + (size - at(up[segment]) - pointer.y) ** 2;
        if (distance < least) [closest, least] = [segment, distance];
      }
      return closest;
    };
    plot.addEventListener("pointermove", (event) => {
      const segment = nearest(event);
      aim.setAttribute("cx", segment < 0 ? -99 : at(across[segment]));
      aim.setAttribute("cy", segment < 0 ? -99 : size - at(up[segment]));
    });
    plot.addEventListener("click", (event) => {
      const segment = nearest(event);
      if (segment >= 0) followLink(partialAddress({ metric, pair, show: pair, segment: segment + 1 }));
    });
  }
}
