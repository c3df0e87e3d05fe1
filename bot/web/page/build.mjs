// Builds the page into bot/web/static: hashed names, the same bytes on every machine.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = ["chrome111", "edge111", "firefox121", "safari16.4"];
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
  // Wherever the packages lie, their paths are the same, and so are the bytes.
  preserveSymlinks: true,
  entryPoints: { table: "src/main.tsx" },
  outdir: join(out, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target,
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

/** What a script cannot begin without, with all that this needs in turn. */
function needed(one, found = new Set()) {
  for (const { kind, path } of one.about.imports) {
    const name = relative(out, resolve(here, path));
    if (kind !== "import-statement" || found.has(name)) continue;
    found.add(name);
    needed(
      outputs.find((other) => other.path === name),
      found,
    );
  }
  return found;
}
const chunks = [...needed(script)];

/** Writes a file under a name that says what is in it; returns its path. */
async function write(name, ending, content) {
  const path = `assets/${name}-${hash(content)}.${ending}`;
  await writeFile(join(out, path), content);
  return path;
}

const picture = (name) => readFile(join(here, "pictures", name));
const about = await write("licences", "txt", await licences());
const image = await write("icon", "svg", await picture("icon.svg"));
const icons = {};
for (const name of ["icon-192", "icon-512", "icon-maskable-512"]) {
  icons[name] = await write(name, "png", await picture(`${name}.png`));
}
// Addresses are relative to the manifest, which lies among the assets.
const sized = (name, size) => ({
  src: relative("assets", icons[name]),
  sizes: `${size}x${size}`,
  type: "image/png",
});
const manifest = await write(
  "manifest",
  "webmanifest",
  JSON.stringify({
    id: "../",
    name: "Gin rummy",
    short_name: "Gin",
    start_url: "../",
    scope: "../",
    display: "standalone",
    orientation: "any",
    background_color: "#0f1512",
    theme_color: "#0e4a34",
    categories: ["games", "cards"],
    icons: [
      sized("icon-192", 192),
      sized("icon-512", 512),
      { ...sized("icon-maskable-512", 512), purpose: "maskable" },
    ],
  }),
);
const page = await readFile(join(here, "index.html"), "utf8");
const filled = page
  .replaceAll("{{script}}", script.path)
  .replaceAll("{{style}}", style.path)
  .replaceAll(
    "{{chunks}}",
    chunks.map((path) => `<link rel="modulepreload" href="${path}">`).join("\n    "),
  )
  .replaceAll("{{font}}", font.path)
  .replaceAll("{{icon}}", image)
  .replaceAll("{{touch}}", icons["icon-192"])
  .replaceAll("{{manifest}}", manifest)
  .replaceAll("{{licences}}", about);
await writeFile(join(out, "index.html"), filled);

// What runs beside the page: the files of the first load, as far as the page loads them itself.
const shell = [
  script.path,
  ...chunks,
  style.path,
  ...outputs.filter((one) => /\.woff2$/.test(one.path)).map((one) => one.path),
  image,
  icons["icon-192"],
  manifest,
];
await build({
  absWorkingDir: here,
  entryPoints: ["src/worker/worker.ts"],
  outfile: join(out, "sw.js"),
  bundle: true,
  format: "iife",
  target,
  minify: true,
  legalComments: "none",
  define: { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(hash(filled)) },
});
