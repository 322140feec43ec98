import { currentPrefix, decryptSecret, encryptSecret, type SecretPlace } from "./crypto.ts";
import { pool } from "./db.ts";
import { log } from "./log.ts";

/** All columns with encrypted texts. `id` is the column that identifies the row within its workspace. */
const COLUMNS: readonly { table: SecretPlace["table"]; column: string; field: string; id: string; isPerson?: true }[] =
  [
    { table: "Integration", column: "credentials", field: "credentials", id: "id" },
    { table: "Webhook", column: "secret", field: "secret", id: "id" },
    { table: "Webhook", column: "previousSecret", field: "previousSecret", id: "id" },
    { table: "Webhook", column: "headers", field: "headers", id: "id" },
    { table: "Assistant", column: "properties", field: "properties", id: "id" },
    { table: "AssistantVersion", column: "properties", field: "properties", id: "id" },
    { table: "PushSubscription", column: "sealed", field: "address", id: "endpointHash" },
    { table: "SsoDomain", column: "clientSecret", field: "clientSecret", id: "id" },
    { table: "TwoFactor", column: "secret", field: "secret", id: "userId", isPerson: true },
  ];

/** Rows that are read together and encrypted in parallel. */
const BATCH = 50;

type Row = { workspaceId: number; id: string; text: string };

/** Progress of a rotation. `rotated`: texts now under the current key. `failed`: texts that no known key could decrypt. */
export type Rotation = { rotated: number; failed: number; left: number };

/**
 * Encrypts every stored secret that uses another key again under ENCRYPTION_KEY. Readers and writers continue meanwhile; a
 * text that is replaced in between is left alone. It can be stopped and restarted at any time, because each text shows its
 * key.
 * @param onProgress called after every batch.
 * @throws Error when the database does not respond. Finished rows stay rotated.
 */
export async function rotateSecrets(signal: AbortSignal, onProgress: (progress: Rotation) => void): Promise<Rotation> {
  const progress: Rotation = { rotated: 0, failed: 0, left: await countLeft() };
  for (const column of COLUMNS) {
    let last: Row | null = null;
    while (!signal.aborted) {
      const rows = await batchAfter(column, last);
      if (rows.length === 0) break;
      for (const outcome of await Promise.all(rows.map((row) => rotate(column, row))))
        if (outcome !== "replaced") progress[outcome] += 1;
      progress.left = Math.max(0, progress.left - rows.length);
      onProgress({ ...progress });
      last = rows.at(-1) ?? null;
    }
  }
  return { ...progress, left: await countLeft() };
}

type Column = (typeof COLUMNS)[number];

const scopeOf = ({ isPerson }: Column) => (isPerson ? "0" : `"workspaceId"`);
const pending = ({ column }: Column) => `"${column}" is not null and "${column}" not like $1`;

async function countLeft(): Promise<number> {
  const counts = COLUMNS.map((each) => `select count(*)::int as n from "${each.table}" where ${pending(each)}`);
  const { rows } = await pool().query<{ n: number }>(counts.join(" union all "), [`${currentPrefix()}%`]);
  return rows.reduce((sum, { n }) => sum + n, 0);
}

async function batchAfter(each: Column, last: Row | null): Promise<Row[]> {
  const key = `(${scopeOf(each)}, "${each.id}"::text)`;
  const { rows } = await pool().query<Row>(
    `select ${scopeOf(each)}::int as "workspaceId", "${each.id}"::text as id, "${each.column}" as text from "${each.table}"
     where ${pending(each)} and ${key} > ($2::int, $3::text) order by 1, 2 limit ${BATCH}`,
    [`${currentPrefix()}%`, last?.workspaceId ?? -1, last?.id ?? ""],
  );
  return rows;
}

async function rotate(each: Column, { workspaceId, id, text }: Row): Promise<"rotated" | "failed" | "replaced"> {
  const { table, column, field } = each;
  const place: SecretPlace = { workspaceId, table, id, field };
  let renewed: string;
  try {
    renewed = await encryptSecret(await decryptSecret(text, place), place);
  } catch (error) {
    log.warn({ error, ...place }, "a secret could not be encrypted anew");
    return "failed";
  }
  // Only if the text is unchanged since it was read. A newer value must not be overwritten.
  const { rowCount } = await pool().query(
    `update "${table}" set "${column}" = $1 where ${scopeOf(each)} = $2 and "${each.id}"::text = $3 and "${column}" = $4`,
    [renewed, workspaceId, id, text],
  );
  return rowCount === 1 ? "rotated" : "replaced";
}
