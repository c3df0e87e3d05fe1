// Runs the unit tests of the page's pure parts; esbuild takes the types off first.
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const tests = join(dirname(fileURLToPath(import.meta.url)), "tests");
const names = (await readdir(tests)).filter((name) => name.endsWith(".test.ts"));
const out = await mkdtemp(join(tmpdir(), "gin-page-"));
try {
  await build({
    entryPoints: names.map((name) => join(tests, name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".webp": "empty" },
    logLevel: "warning",
  });
  const files = (await readdir(out)).map((name) => join(out, name));
  const run = spawnSync(process.execPath, ["--test", ...files], { encoding: "utf8" });
  if (run.status !== 0) process.stderr.write(run.stdout + run.stderr);
  process.exitCode = run.status ?? 1;
} finally {
  await rm(out, { recursive: true, force: true });
}
