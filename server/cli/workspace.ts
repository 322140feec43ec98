/**
 * `npm run workspace -- create …`, `credit`, `set-password` and `drop-two-factor`, for operators. Uses
 * DATABASE_URL, otherwise the embedded database: the running one, or one started for this command.
 */
import { randomBytes } from "node:crypto";
import { text as streamText } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { z } from "zod";
import { migrate } from "../../prisma/migrate.ts";
import { findDatabase } from "./find-database.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { failWith } from "./run.ts";

const USAGE = `Usage (npm run -s leaves out npm's own lines, so that --json prints JSON alone):
  npm run -s workspace -- create --name NAME --plan GATEWAY|FREE|BASIC|PREMIUM --email EMAIL [--password PASSWORD | --password-stdin] [--credits N] [--json]
  npm run -s workspace -- credit --workspace ID --credits N [--json]
  npm run -s workspace -- set-password --email EMAIL [--password-stdin] [--json]
      ends the person's sign-ins
  npm run -s workspace -- drop-two-factor --email EMAIL [--json]
Without a password, create and set-password make one and print it; a password that they are given is printed nowhere.`;

const text = { type: "string" } as const;
const options = {
  name: text,
  plan: text,
  email: text,
  password: text,
  "password-stdin": { type: "boolean" },
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
  password: z.string().optional(),
  "password-stdin": z.boolean().optional(),
  credits: amount.optional(),
});
const passwordInput = z.strictObject({ json, email: needed, "password-stdin": z.boolean().optional() });
const dropInput = z.strictObject({ json, email: needed });
const creditInput = z.strictObject({ json, workspace: amount, credits: amount });

/** Reads the options of one command. Throws a sentence that names an invalid option. */
function read<T>(schema: z.ZodType<T>, values: unknown): T {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  // An option without an effect, such as another plan for an existing workspace.
  if (issue?.code === "unrecognized_keys") throw new Error(`--${issue.keys[0]} is not for this command\n${USAGE}`);
  throw new Error(`--${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}\n${USAGE}`);
}

async function create(values: unknown): Promise<object> {
  const { "password-stdin": fromStdin, password: given, ...input } = read(createInput, values);
  if (given !== undefined && fromStdin) throw new Error(`--password and --password-stdin exclude each other\n${USAGE}`);
  const password = given ?? (fromStdin ? await passwordFromStdin() : newPassword());
  const { database } = await import("../db.ts");
  const { createWorkspace } = await import("../workspaces/create-workspace.ts");
  const { workspaceId, apiKey, userId, agentId } = await createWorkspace(database(), { ...input, password });
  return { workspaceId, apiKey, userId, agentId, ...(given === undefined && !fromStdin ? { password } : {}) };
}

async function credit(values: unknown): Promise<object> {
  const { workspace, credits } = read(creditInput, values);
  const { systemCtx } = await import("../auth/system-ctx.ts");
  const { grantCredits } = await import("../credits/add-credits.ts");
  return grantCredits(systemCtx(workspace, "command line"), { credits });
}

/**
 * Reads one line, as `printf '%s' "$PASSWORD" |` or a terminal sends it, so the password appears in no process list and no shell
 * history.
 */
async function passwordFromStdin(): Promise<string> {
  return (await streamText(process.stdin)).replace(/\r?\n$/, "");
}

function newPassword(): string {
  return randomBytes(15).toString("base64url");
}

async function setPasswordOf(values: unknown): Promise<object> {
  const { email, "password-stdin": fromStdin } = read(passwordInput, values);
  const password = fromStdin ? await passwordFromStdin() : newPassword();
  const { database } = await import("../db.ts");
  const { setPassword } = await import("../workspaces/reset-password.ts");
  const done = await setPassword(database(), { email, password });
  return fromStdin ? done : { ...done, password };
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
    ["set-password", setPasswordOf],
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
