import { render } from "preact";
import "./style/index.css";
import { App, begin } from "./app.tsx";

render(<App />, document.getElementById("app") as HTMLElement);
void begin();
