/**
 * `npm run workspace -- create …` and `-- credit …` (decisions section 16), for operators. Works on DATABASE_URL, else on the
 * embedded database: on the running one, or on one started for the duration.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { migrate } from "../../prisma/migrate.ts";
import { findDatabase } from "./find-database.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { failWith } from "./run.ts";

const USAGE = `Usage (npm run -s leaves out npm's own lines, so that --json prints JSON alone):
  npm run -s workspace -- create --name NAME --plan GATEWAY|FREE|BASIC|PREMIUM --email EMAIL --password PASSWORD [--credits N] [--json]
  npm run -s workspace -- credit --workspace ID --credits N [--json]
  npm run -s workspace -- drop-two-factor --email EMAIL [--json]`;

const text = { type: "string" } as const;
const options = {
  name: text,
  plan: text,
  email: text,
  password: text,
  credits: text,
  workspace: text,
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const amount = z.coerce.number<string>("must be a whole number").int("must be a whole number");
const needed = z.string("is missing");
const json = z.boolean().optional();
const createInput = z.strictObject({
  json,
  name: needed,
  plan: z.enum(["GATEWAY", "FREE", "BASIC", "PREMIUM"], "must be GATEWAY, FREE, BASIC or PREMIUM"),
  email: needed,
  password: needed,
  credits: amount.optional(),
});
const dropInput = z.strictObject({ json, email: needed });
const creditInput = z.strictObject({ json, workspace: amount, credits: amount });

/** Reads the options of one command, or throws a sentence that names the option. */
function read<T>(schema: z.ZodType<T>, values: unknown): T {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  // An option that would do nothing, such as another plan for a workspace that has one.
  if (issue?.code === "unrecognized_keys") throw new Error(`--${issue.keys[0]} is not for this command\n${USAGE}`);
  throw new Error(`--${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}\n${USAGE}`);
}

async function create(values: unknown): Promise<object> {
  const input = read(createInput, values);
  const { database } = await import("../db.ts");
  const { createWorkspace } = await import("../workspaces/create-workspace.ts");
  const { workspaceId, apiKey, userId, agentId } = await createWorkspace(database(), input);
  return { workspaceId, apiKey, userId, agentId };
}

async function credit(values: unknown): Promise<object> {
  const { workspace, credits } = read(creditInput, values);
  const { systemCtx } = await import("../auth/system-ctx.ts");
  const { grantCredits } = await import("../credits/grant-credits.ts");
  return grantCredits(systemCtx(workspace, "command line"), { credits });
}

async function drop(values: unknown): Promise<object> {
  const input = read(dropInput, values);
  const { database } = await import("../db.ts");
  const { dropTwoFactor } = await import("../workspaces/two-factor.ts");
  return dropTwoFactor(database(), input);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return console.log(USAGE);
  const command = new Map([
    ["create", create],
    ["credit", credit],
    ["drop-two-factor", drop],
  ]).get(positionals[0] ?? "");
  if (!command || positionals.length > 1) throw new Error(USAGE);
  ensurePrismaClient();
  const release = await findDatabase();
  try {
    await migrate(process.env.DATABASE_URL ?? "");
    const result = await command(values);
    console.log(
      values.json
        ? JSON.stringify(result)
        : Object.entries(result)
            .map(([name, value]) => `${name}: ${String(value)}`)
            .join("\n"),
    );
    await (await import("../db.ts")).disconnect();
  } finally {
    await release();
  }
}

main().then(() => process.exit(0), failWith);
