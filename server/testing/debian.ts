import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Installs Debian packages with the system's package manager, where their commands are missing.
 * @param packages by the command that each brings.
 * @throws Error with one sentence if that is impossible.
 */
export function ensureCommands(packages: Readonly<Record<string, string>>): void {
  const missing = Object.entries(packages).filter(([command]) => !isThere(command));
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error(`These tests need ${names.join(", ")}: install them.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const aptGet = (...args: string[]) => execFileSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
  aptGet("update");
  aptGet("install", "--yes", "--no-install-recommends", ...names);
}

function isThere(command: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, command)));
}
