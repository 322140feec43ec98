import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The Debian packages of the programs that deep tests run, by a command of each. */
const PACKAGES = {
  // The languages of the guides.
  bash: "bash",
  curl: "curl",
  jq: "jq",
  python3: "python3",
  go: "golang-go",
  php: "php-cli",
  // What reads the files of deploy/.
  promtool: "prometheus",
  nginx: "nginx",
  caddy: "caddy",
  openssl: "openssl",
  "systemd-analyze": "systemd",
  pgbouncer: "pgbouncer",
  // What reads an encrypted backup.
  age: "age",
  // Point-in-time recovery.
  pg_ctlcluster: "postgresql",
  pgbackrest: "pgbackrest",
  // The image and its base.
  buildah: "buildah",
  debootstrap: "debootstrap",
};

/** Debian's scripts ask this file whether they may start a service. */
const POLICY = "/usr/sbin/policy-rc.d";

/**
 * Installs the programs that are missing, without starting a service. The test command does it before the deep lane, because one package
 * manager runs at a time.
 * @throws Error with one sentence if that is impossible.
 */
export function ensurePrograms(): void {
  const missing = Object.entries(PACKAGES).filter(([command]) => !isThere(command));
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error(`The deep tests need ${names.join(", ")}: install them.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const aptGet = (...args: string[]) => execFileSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    aptGet("update");
    aptGet("install", "--yes", "--no-install-recommends", ...names);
  } finally {
    if (isOurs) rmSync(POLICY);
  }
}

function isThere(command: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, command)));
}

if (import.meta.main) ensurePrograms();
