import { render } from "preact";
import "./style/index.css";
import { App, begin } from "./app.tsx";

/** What the look cannot do without; a browser that lacks it keeps the sentence of the page. */
const NEEDED = ["color: color-mix(in srgb, red, blue)", "selector(:has(a))", "height: 1dvh"];

const app = document.getElementById("app") as HTMLElement;
if (NEEDED.every((one) => CSS.supports(one))) {
  app.replaceChildren();
  render(<App />, app);
  void begin();
} else {
  document.getElementById("too-old")?.classList.add("now");
}
