import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { pool } from "../db.ts";
import { log } from "../log.ts";
import { takesGzip } from "../http/takes-gzip.ts";

/** The running build and the two before it. */
const KEPT_BUILDS = 3;
const ADDRESS = "/_next/static/";
/** Types that a build writes. Everything else is sent as bytes. */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
/** The names of these files change with their content. */
const FOREVER = "public, max-age=31536000, immutable";

const NAME = /^[\w~./-]{1,200}$/;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** The files of a build that browsers load, for example `chunks/3f0x7143.js`. @param folder the build's. */
export async function namesOfFiles(folder: string): Promise<Set<string>> {
  const root = join(folder, "static");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map((file) => join(file.parentPath, file.name).slice(root.length + 1)));
}

/**
 * Stores the files of a build for the other web processes. During an upgrade, a page of one build may ask a process of another
 * build for its parts, and an open page may ask for them days later. Files of builds before the last ones are deleted.
 * @param folder the build's. @param build its id.
 */
export async function storeBuildFiles(folder: string, build: string): Promise<void> {
  const { rows } = await pool().query<{ name: string }>(
    `update "BuildFile" set "storedAt" = now() where build = $1 returning name`,
    [build],
  );
  const stored = new Set(rows.map(({ name }) => name));
  const names = [...(await namesOfFiles(folder))].filter((name) => !stored.has(name));
  if (names.length > 0) {
    const contents = await Promise.all(names.map(async (name) => zip(await readFile(join(folder, "static", name)))));
    // Another process of the same build may store them at the same time.
    await pool().query(
      `insert into "BuildFile" (build, name, content) select $1, * from unnest($2::text[], $3::bytea[]) on conflict do nothing`,
      [build, names, contents],
    );
  }
  await pool().query(
    `delete from "BuildFile" where build not in (
      select build from "BuildFile" group by build order by max("storedAt") desc limit ${KEPT_BUILDS})`,
  );
}

/**
 * Sends a file of another build, if the request is for one that is stored.
 * @param own the files of the running build (`namesOfFiles`), which Next sends.
 * @returns whether it responded.
 */
export async function sendEarlierFile(
  own: ReadonlySet<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [path = ""] = (request.url ?? "").split("?", 1);
  const name = path.slice(ADDRESS.length);
  if (!path.startsWith(ADDRESS) || own.has(name) || !NAME.test(name)) return false;
  const query = {
    name: "earlier-file",
    text: `select content from "BuildFile" where name = $1 limit 1`,
    values: [name],
  };
  const [file] = await pool()
    .query<{ content: Buffer }>(query)
    .then(({ rows }) => rows)
    .catch((error: unknown) => {
      log.warn({ error }, "a file of another build could not be read");
      return [];
    });
  if (!file) return false;
  const isPacked = takesGzip(request.headers["accept-encoding"]);
  const body = isPacked ? file.content : await unzip(file.content);
  response.writeHead(200, {
    "content-type": TYPES[extname(name)] ?? "application/octet-stream",
    "content-length": body.byteLength,
    "cache-control": FOREVER,
    vary: "accept-encoding",
    ...(isPacked ? { "content-encoding": "gzip" } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : body);
  return true;
}
