// The plot of a player's ratings, read with the mouse, a finger or the arrow keys: a line with the list, the rating, its
// change and the events that counted. Without this script the plot is the same, and its page of ratings has all of it.
(() => {
  const language = document.documentElement.lang === "es" ? "es" : "en-GB";
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const signed = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 2 });
  const SVG = "http://www.w3.org/2000/svg";
  const made = (name, css, parent) => {
    const part = document.createElementNS(SVG, name);
    part.setAttribute("class", css);
    parent.append(part);
    return part;
  };
  const readable = (box) => {
    const plot = box.querySelector("svg.plot");
    if (!plot) { return; }
    const status = box.querySelector("[role=status]");
    const { first, last, low, high } = plot.dataset;
    const span = [Date.parse(first), Date.parse(last)];
    const slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: 0, max: 1, value: 1 });
    slider.setAttribute("aria-label", box.dataset.label);
    box.querySelector(".reading").append(slider);
    let points = null, line = null, dot = null;
    const load = async () => {
      if (points) { return; }
      points = [];
      const answer = await fetch(box.dataset.ratings);
      if (!answer.ok) { points = null; return; }
      points = (await answer.json()).filter((one) => one.rating).map((one) => ({ ...one, at: Date.parse(one.period) }))
        .sort((one, other) => one.at - other.at);
      slider.max = points.length - 1;
      slider.value = points.length - 1;
      line = made("line", "hair", plot);
      dot = made("circle", "read", plot);
      line.setAttribute("y1", "0");
      line.setAttribute("y2", "100%");
      dot.setAttribute("r", "5");
    };
    const show = (at) => {
      const one = points?.[at];
      if (!one || !line) { return; }
      const x = `${span[1] > span[0] ? (100 * (one.at - span[0])) / (span[1] - span[0]) : 0}%`;
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      dot.setAttribute("cx", x);
      dot.setAttribute("cy", `${(100 * (high - one.rating)) / (high - low)}%`);
      dot.setAttribute("class", `read ${one.time_class}`);
      const rating = document.createElement("strong");
      rating.textContent = one.rating;
      const words = [`${days.format(one.at)} · ${box.dataset[one.time_class]} `, rating];
      if (one.change) {
        const change = document.createElement("span");
        change.className = one.change > 0 ? "up" : "down";
        change.textContent = ` ${signed.format(one.change)}`;
        words.push(change);
      }
      const events = one.events.map((event) => event.name).join(", ");
      if (events) { words.push(` · ${events}`); }
      status.replaceChildren(...words);
      slider.value = at;
      slider.setAttribute("aria-valuetext", status.textContent);
    };
    const nearest = (event) => {
      if (!points?.length) { return; }
      const place = plot.getBoundingClientRect();
      const across = (event.clientX - place.left) / place.width;
      const down = (event.clientY - place.top) / place.height;
      const away = (one) => Math.abs((one.at - span[0]) / (span[1] - span[0]) - across)
        + Math.abs((high - one.rating) / (high - low) - down) / 50;
      let best = 0;
      points.forEach((one, at) => { if (away(one) < away(points[best])) { best = at; } });
      show(best);
    };
    plot.addEventListener("pointerenter", async (event) => { await load(); nearest(event); });
    plot.addEventListener("pointerdown", async (event) => { await load(); nearest(event); });
    plot.addEventListener("pointermove", nearest);
    slider.addEventListener("focus", load);
    slider.addEventListener("input", async () => { await load(); show(Number(slider.value)); });
  };
  document.querySelectorAll(".readable").forEach(readable);
})();
