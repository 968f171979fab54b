// Formulas are written in the pages as TeX; KaTeX sets them when a page is opened, without a network.
document.addEventListener("DOMContentLoaded", () => {
  for (const place of document.querySelectorAll(".formula")) {
    katex.render(place.textContent, place, {
      displayMode: place.classList.contains("display"), throwOnError: false, strict: false });
  }
});
