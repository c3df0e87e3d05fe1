// One file of the built page: all of these show positions with the same parts, and compress better together.
export { Ask } from "../learn/ask.tsx";
export { Lesson } from "../learn/lesson.tsx";
export { Study } from "../learn/study.tsx";
export { Replay } from "../replay/replay.tsx";
