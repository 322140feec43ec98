/**
 * Runs ahead of every test file: gives it a database of its own, cloned from the migrated template, and names it in
 * DATABASE_URL before `server/db.ts` opens its connections. Nothing has to be cleaned up between files.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";

const template = new URL(inject("templateUrl"));
const server = new URL("/postgres", template);
const name = `test_${randomBytes(6).toString("hex")}`;

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

await onServer(`create database ${name} template ${template.pathname.slice(1)}`);
process.env.DATABASE_URL = new URL(`/${name}`, template).href;

afterAll(async () => {
  // A file of pure rules has no connections, and need not pay for loading what would close them.
  if ("omnichannelConnections" in globalThis) await (await import("../db.ts")).disconnect();
  await onServer(`drop database ${name} with (force)`);
});
