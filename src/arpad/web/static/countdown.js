// Counts down to the next round on the front page of an event. Without scripts, the page shows the time alone.
(() => {
  "use strict";
  const two = (number) => String(number).padStart(2, "0");
  const words = (seconds) => {
    const days = Math.floor(seconds / 86400), hours = Math.floor(seconds / 3600) % 24;
    const minutes = Math.floor(seconds / 60) % 60;
    if (days) return `${days} d ${hours} h`;
    return hours ? `${hours} h ${two(minutes)} min` : `${minutes} min ${two(seconds % 60)} s`;
  };
  const show = () => {
    for (const place of document.querySelectorAll("[data-until]")) {
      const left = Math.floor((Date.parse(place.dataset.until) - Date.now()) / 1000);
      place.hidden = left < -3600;
      const shown = left > 0 ? place.dataset.in.replace("…", words(left)) : place.dataset.now;
      if (place.textContent !== shown) place.textContent = shown;
    }
  };
  show();
  setInterval(show, 1000);
})();
