import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const SCRIPT = join(ROOT, "server/cli/release.ts");

let folder: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const release = (...args: string[]) =>
  spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", SCRIPT, ...args], {
    cwd: folder,
    encoding: "utf8",
  });

afterEach(() => void vi.unstubAllEnvs());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "release-"));
  for (const name of ["package.json", "package-lock.json", "CHANGELOG.md"])
    cpSync(join(ROOT, name), join(folder, name));
  git("init", "--quiet");
  git("config", "user.name", "Release");
  git("config", "user.email", "release@example.com");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
});

test("a release has its version, its day, a bill of materials, a commit and a tag", () => {
  const { stdout, stderr, status } = release("0.2.0", "--no-image");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("0.2.0 is committed and tagged");
  for (const name of ["package.json", "package-lock.json"])
    expect(JSON.parse(read(name))).toMatchObject({ version: "0.2.0" });
  const day = new Date().toISOString().slice(0, 10);
  expect(read("CHANGELOG.md")).toMatch(
    new RegExp(`## \\[Unreleased\\]\\n\\n## \\[0\\.2\\.0\\] - ${day}\\n\\n### Added\\n\\n- `),
  );
  expect(git("status", "--porcelain")).toBe("?? dist/\n");
  expect(git("log", "-1", "--format=%s %(trailers)%D")).toContain("release: 0.2.0.");
  expect(git("describe").trim()).toBe("v0.2.0");

  const materials = JSON.parse(read("dist/0.2.0/sbom.cdx.json")) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: { name: string; version: string; purl: string; scope?: string }[];
  };
  expect(materials).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { name: "omnichannel", version: "0.2.0" } },
  });
  const names = materials.components.map(({ name }) => name);
  expect(names).toContain("next");
  expect(names).not.toContain("vitest");
});

test("a release builds the image with the program that is there", () => {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of ["docker", "podman"]) writeFileSync(join(bin, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  writeFileSync(join(bin, "buildah"), `#!/bin/sh\necho "$@" >> ${join(folder, ".git/calls")}\n`, { mode: 0o755 });
  git("config", "core.excludesFile", join(folder, ".git/ignored"));
  writeFileSync(join(folder, ".git/ignored"), "bin\n");
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
  const { stdout, status } = release("0.2.0");
  expect(status).toBe(0);
  expect(stdout).not.toContain("was not built");
  const build = "build --format docker --file deploy/Dockerfile --tag omnichannel:0.2.0 .";
  expect(read(".git/calls")).toBe(`--version\n${build}\n`);
});

test.each([
  [["0.1.0"], "0.1.0 is not later than 0.1.0."],
  [["0.0.9"], "0.0.9 is not later than 0.1.0."],
  [["1.0"], "1.0 is no version like 1.2.0."],
  [[], "Usage: "],
])("refuses %j", (args, words) => {
  const { status, stderr } = release(...args, "--no-image");
  expect(status).toBe(1);
  expect(stderr).toContain(words);
  expect(git("status", "--porcelain")).toBe("");
  expect(existsSync(join(folder, "dist"))).toBe(false);
});

test("refuses with changes that are not committed, and with nothing to release", () => {
  writeFileSync(
    join(folder, "CHANGELOG.md"),
    "# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n- Something\n",
  );
  expect(release("0.2.0").stderr).toContain("There are changes that are not committed.");
  git("commit", "--all", "--quiet", "--message", "second");
  expect(release("0.2.0").stderr).toContain("CHANGELOG.md has nothing under Unreleased.");
});
