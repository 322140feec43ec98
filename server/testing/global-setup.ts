import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../cli/embedded-postgres.ts";
import { ensurePrismaClient } from "../cli/prisma-client.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated database without connections. Each test file gets a copy of it. */
    templateUrl: string;
  }
}

/** Starts one temporary PostgreSQL for the run, migrated once. It is deleted with its folder however the run ends. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensurePrismaClient();
  const postgres = await startEmbeddedPostgres(mkdtempSync(join(tmpdir(), "omnichannel-test-")), { throwaway: true });
  const command = resolve(import.meta.dirname, "prepare-template.ts");
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", command], {
    env: { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: "" },
  });
  project.provide("templateUrl", postgres.url);
  return postgres.stop;
}
