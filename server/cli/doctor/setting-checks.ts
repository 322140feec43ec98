import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { fail, ok, warn, type Check, type Found, type Patient } from "./finding.ts";

const manifest = z.object({ engines: z.object({ node: z.string() }) });

function oldestNode(): number[] {
  const text = readFileSync(resolve(import.meta.dirname, "../../../package.json"), "utf8");
  return numbers(manifest.parse(JSON.parse(text)).engines.node);
}

function numbers(version: string): number[] {
  return (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
}

function isOlder(one: number[], other: number[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function judgeAddress({ APP_URL }: Patient["settings"]): Found {
  const { protocol, hostname, host } = new URL(APP_URL);
  if (protocol === "https:") return ok(`https://${host}`);
  if (LOOPBACK.test(hostname)) return ok(`${host}: this machine alone, where http will do`);
  return fail(
    "app-url-without-https",
    `APP_URL is http://${host}: passwords, cookies and messages travel in clear, and browsers refuse notices and the microphone`,
    "Put a proxy with a certificate in front, and set APP_URL to its https:// address",
  );
}

function judgeBuild({ missing, isStale }: ReturnType<Patient["machine"]["build"]>): Found {
  if (missing.length > 0)
    return fail(
      "build-missing",
      `not built yet: ${missing.join(", ")}; without it no web process starts`,
      "Run npm run build",
    );
  if (isStale)
    return warn(
      "build-stale",
      "the pages were built from other sources than those that are here",
      "Run npm run build, and start the web processes again",
    );
  return ok("the pages are those of the sources");
}

/** Checks that need no network. */
export const SETTING_CHECKS: Check<Pick<Patient, "settings" | "machine">>[] = [
  { name: "build", run: ({ machine }) => Promise.resolve(judgeBuild(machine.build())) },
  {
    name: "node",
    run: ({ machine }) => {
      const oldest = oldestNode();
      const found = isOlder(numbers(machine.nodeVersion), oldest)
        ? fail(
            "node-old",
            `this Node is ${machine.nodeVersion}, the product needs ${oldest.join(".")} or later`,
            "Start with `npm run …`, which uses the Node that npm ci has brought, or install a newer one",
          )
        : ok(machine.nodeVersion);
      return Promise.resolve(found);
    },
  },
  { name: "address", run: ({ settings }) => Promise.resolve(judgeAddress(settings)) },
  {
    name: "sign-in secret",
    run: ({ settings: { NEXTAUTH_SECRET } }) =>
      Promise.resolve(
        NEXTAUTH_SECRET
          ? ok("NEXTAUTH_SECRET is set")
          : fail(
              "secret-missing",
              "NEXTAUTH_SECRET is not set, and DATA_DIR holds none: nobody can sign in",
              "Set NEXTAUTH_SECRET to the value that this installation has always had; a new one signs everybody out",
            ),
      ),
  },
  {
    name: "encryption key",
    run: ({ settings: { ENCRYPTION_KEY } }) =>
      Promise.resolve(
        ENCRYPTION_KEY
          ? ok("ENCRYPTION_KEY is set")
          : fail(
              "encryption-key-missing",
              "ENCRYPTION_KEY is not set, and DATA_DIR holds none: channels, webhooks and assistants cannot use their secrets, and browsers get no push notices",
              "Set ENCRYPTION_KEY to the value under which the secrets were stored; it cannot be made anew for them",
            ),
      ),
  },
  {
    name: "private addresses",
    run: ({ settings: { OUTBOUND_ALLOW, APP_URL } }) => {
      const isPublic = !LOOPBACK.test(new URL(APP_URL).hostname);
      const found =
        OUTBOUND_ALLOW.length > 0 && isPublic
          ? warn(
              "private-addresses-open",
              `OUTBOUND_ALLOW lets customers' addresses reach ${OUTBOUND_ALLOW.join(", ")}`,
              "Leave OUTBOUND_ALLOW empty, or name only the addresses of your own that webhooks must reach",
            )
          : ok(OUTBOUND_ALLOW.length > 0 ? `open for a trial: ${OUTBOUND_ALLOW.join(", ")}` : "closed to customers");
      return Promise.resolve(found);
    },
  },
];
