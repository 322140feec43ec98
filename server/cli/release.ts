/**
 * `npm run release -- 1.2.0 [--no-image]`: makes a release of the last commit. It dates the changelog's section, sets the version, writes the
 * bill of materials (CycloneDX) to dist/<version>/, commits and tags, and builds the container image. It pushes nothing.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { answerHelp, failWith } from "./run.ts";

const USAGE = "Usage: npm run release -- <version like 1.2.0> [--no-image]";
const CHANGED = ["CHANGELOG.md", "package.json", "package-lock.json"];
const UNRELEASED = "## [Unreleased]";

/** Runs a program and returns its output. Its errors are shown. */
function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1e8 });
}

function npm(...args: string[]): string {
  return run("npm", ...args, "--loglevel", "error", "--no-update-notifier");
}

function numbersOf(version: string): number[] {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (!parts) throw new Error(`${version} is no version like 1.2.0.`);
  return parts.slice(1).map(Number);
}

function isLater(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

/** What the product ships, in CycloneDX. npm names it by its folder. */
function billOfMaterials(name: string): string {
  const text = npm("sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only");
  const bill = JSON.parse(text) as { metadata: { component: { name: string } } };
  bill.metadata.component.name = name;
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/**
 * The changelog with what was unreleased under a version and its day.
 * @throws Error when nothing is unreleased.
 */
function datedChangelog(text: string, version: string, day: string): string {
  const [before, after = ""] = text.split(`${UNRELEASED}\n`);
  const section = after.split(/^## /m)[0] ?? "";
  if (!/^- /m.test(section)) throw new Error("CHANGELOG.md has nothing under Unreleased.");
  return `${before}${UNRELEASED}\n\n## [${version}] - ${day}\n${after}`;
}

function main(): void {
  answerHelp(USAGE);
  const { values, positionals } = parseArgs({ options: { "no-image": { type: "boolean" } }, allowPositionals: true });
  const [version, ...more] = positionals;
  if (!version || more.length > 0) throw new Error(USAGE);
  const { name, version: current } = JSON.parse(readFileSync("package.json", "utf8")) as {
    name: string;
    version: string;
  };
  if (!isLater(version, current)) throw new Error(`${version} is not later than ${current}.`);
  if (run("git", "status", "--porcelain")) throw new Error("There are changes that are not committed.");
  const changelog = datedChangelog(
    readFileSync("CHANGELOG.md", "utf8"),
    version,
    new Date().toISOString().slice(0, 10),
  );
  if (run("git", "tag", "--list", `v${version}`)) throw new Error(`The tag v${version} is there already.`);

  const folder = join("dist", version);
  try {
    writeFileSync("CHANGELOG.md", changelog);
    npm("version", version, "--no-git-tag-version", "--ignore-scripts");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "sbom.cdx.json"), billOfMaterials(name));
    run("git", "commit", "--quiet", "--message", `release: ${version}.`, ...CHANGED);
    run("git", "tag", "--annotate", `v${version}`, "--message", version);
  } catch (error) {
    // Nothing of a release that failed stays.
    run("git", "checkout", "--quiet", "HEAD", "--", ...CHANGED);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  console.log(`${version} is committed and tagged. Its bill of materials is ${join(folder, "sbom.cdx.json")}.`);
  if (!values["no-image"]) buildImage(version);
  console.log("Publish it: git push --follow-tags");
}

/** With the first of these programs that is there. */
function buildImage(version: string): void {
  const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
  const program = ["docker", "podman", "buildah"].find(isThere);
  // Other formats have no health check.
  const format = program === "docker" ? [] : ["--format", "docker"];
  const args = ["build", ...format, "--file", "deploy/Dockerfile", "--tag", `omnichannel:${version}`, "."];
  if (!program || spawnSync(program, args, { stdio: "inherit" }).status !== 0)
    console.log(`The image was not built. Build it with: ${program ?? "docker"} ${args.join(" ")}`);
}

if (!existsSync("package.json")) failWith(new Error("Run it in the project's folder."));
try {
  main();
} catch (error) {
  failWith(error);
}
