import { later } from "../ui/later.tsx";

const positions = () => import("./positions.ts");

// What few people open first.
export const Ask = later(() => positions().then((one) => one.Ask));
export const Lesson = later(() => positions().then((one) => one.Lesson));
export const Study = later(() => positions().then((one) => one.Study));
export const Replay = later(() => positions().then((one) => one.Replay));
