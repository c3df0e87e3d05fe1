/** What the tests use of Node; its own types would let the page use it, too. */
declare module "node:test" {
  export function test(name: string, run: () => void | Promise<void>): void;
}
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
}
declare module "node:assert/strict" {
  const assert: {
    equal<T>(actual: T, expected: T, message?: string): void;
    deepEqual<T>(actual: T, expected: T, message?: string): void;
    ok(value: unknown, message?: string): asserts value;
  };
  export default assert;
}
