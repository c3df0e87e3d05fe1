// One file of the built page: both put up a position from the same deck.
export { Ask } from "./ask.tsx";
export { Study } from "./study.tsx";
