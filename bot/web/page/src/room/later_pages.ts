import { later } from "../ui/later.tsx";

// What few people open first.
export const Ask = later(() => import("../learn/ask.tsx").then((one) => one.Ask));
export const Lesson = later(() => import("../learn/lesson.tsx").then((one) => one.Lesson));
export const Study = later(() => import("../learn/study.tsx").then((one) => one.Study));
export const Replay = later(() => import("../replay/replay.tsx").then((one) => one.Replay));
