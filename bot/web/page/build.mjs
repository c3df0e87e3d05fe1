// Builds the page into bot/web/static: hashed names, the same bytes on every machine.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "..", "static"));

/** The licences of what is bundled, beside the bundle, as they demand; the SDK brings others along. */
async function licences() {
  const lock = JSON.parse(await readFile(join(here, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages)
    .filter(([path, about]) => path && !about.dev && !path.includes("@types/"))
    .map(([path]) => path.replace("node_modules/", ""));
  const parts = [];
  for (const name of packages.sort()) {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
    const text = file ? await readFile(join(folder, file), "utf8") : "";
    parts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return parts.join(`\n${"-".repeat(72)}\n\n`);
}

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const result = await build({
  absWorkingDir: here,
  entryPoints: { table: "src/main.tsx" },
  outdir: join(out, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["chrome111", "edge111", "firefox121", "safari16.4"],
  minify: true,
  legalComments: "none",
  metafile: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".webp": "file", ".woff2": "file" },
});

const outputs = Object.entries(result.metafile.outputs).map(([path, about]) => ({
  path: relative(out, resolve(here, path)),
  about,
}));
const script = outputs.find((one) => one.about.entryPoint === "src/main.tsx");
const style = outputs.find((one) => one.path.endsWith(".css"));
const font = outputs.find((one) => /Inter-SemiBold-.*\.woff2$/.test(one.path));
const text = await licences();
const about = `assets/licences-${hash(text)}.txt`;
await writeFile(join(out, about), text);
const icon = await readFile(join(here, "pictures", "icon.svg"));
const image = `assets/icon-${hash(icon)}.svg`;
await writeFile(join(out, image), icon);
const page = await readFile(join(here, "index.html"), "utf8");
const filled = page
  .replaceAll("{{script}}", script.path)
  .replaceAll("{{style}}", style.path)
  .replaceAll("{{font}}", font.path)
  .replaceAll("{{icon}}", image)
  .replaceAll("{{licences}}", about);
await writeFile(join(out, "index.html"), filled);
