import { later } from "../ui/later.tsx";

// What few people open first.
export const Ask = later(() => import("../learn/positions.ts").then((one) => one.Ask));
export const Lesson = later(() => import("../learn/lesson.tsx").then((one) => one.Lesson));
export const Study = later(() => import("../learn/positions.ts").then((one) => one.Study));
export const Replay = later(() => import("../replay/replay.tsx").then((one) => one.Replay));
