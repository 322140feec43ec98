import { generateKey, hashSecret } from "../auth/key-format.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Db } from "../db.ts";
import { badInput } from "../errors.ts";
import type { PrismaClient } from "../generated/prisma/client.ts";
import type { Plan } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { optionalEmail, requiredLine } from "../text-rules.ts";
import { addUser } from "./add-user.ts";
import { say } from "../say.ts";

export type WorkspaceInput = {
  name: string;
  plan: Plan;
  /** The owner's sign-in. */
  email: string;
  password: string;
  /** Left out: the part of the e-mail before the @. */
  ownerName?: string;
  /** Credits granted at the start, for the Gateway plan. */
  credits?: number;
};

export type NewOwner = { workspaceId: number; userId: string; agentId: string };

const CREDITS_MAX = 1_000_000_000;
const FIRST_KEY_LABEL = "First key";
/** A busy machine may take its time over a command that is run once. */
const PATIENCE = { timeout: 30_000, maxWait: 10_000 };

/**
 * Makes a workspace with all that it cannot be without, and its first API key, in one transaction (decisions section 16).
 * @returns the ids and the key's secret, which is shown nowhere else.
 * @throws AppError BAD_INPUT, or CONFLICT when somebody has an account with this e-mail already.
 */
export async function createWorkspace(db: PrismaClient, input: WorkspaceInput): Promise<NewOwner & { apiKey: string }> {
  return createCheckedWorkspace(db, await readInput(input));
}

/** The same for input that was checked. */
export async function createCheckedWorkspace(
  db: PrismaClient,
  ready: ReadyInput,
): Promise<NewOwner & { apiKey: string }> {
  return db.$transaction(async (tx) => {
    const owner = await addWorkspaceAndOwner(tx, ready);
    const apiKey = generateKey();
    await tx.apiKey.create({
      data: {
        workspaceId: owner.workspaceId,
        id: newId(),
        label: FIRST_KEY_LABEL,
        keyHash: hashSecret(apiKey),
        last4: apiKey.slice(-4),
      },
    });
    return { ...owner, apiKey };
  }, PATIENCE);
}

/** The same without a key: for people who sign up, and make their keys where they are shown. */
export async function createWorkspaceWithoutKey(db: PrismaClient, input: ReadyInput): Promise<NewOwner> {
  return db.$transaction((tx) => addWorkspaceAndOwner(tx, input), PATIENCE);
}

/** Checked, and with the hash in place of the password. */
export type ReadyInput = {
  name: string;
  plan: Plan;
  email: string;
  ownerName: string;
  credits: number;
  passwordHash: string;
};

/**
 * Hashing takes tens of milliseconds of a core: it is done before the transaction begins.
 * @throws AppError BAD_INPUT
 */
export async function readInput(input: WorkspaceInput): Promise<ReadyInput> {
  const name = requiredLine("name", input.name);
  const email = optionalEmail("email", input.email)?.toLowerCase();
  if (!email) throw badInput("email", say("input.empty", { field: "email" }));
  const ownerName = requiredLine("ownerName", input.ownerName ?? email.slice(0, email.indexOf("@")));
  const credits = input.credits ?? 0;
  if (!Number.isInteger(credits) || credits < 0 || credits > CREDITS_MAX) {
    throw badInput("credits", say("workspaces.wholeFromZero", { field: "credits", count: CREDITS_MAX }));
  }
  return { name, plan: input.plan, email, ownerName, credits, passwordHash: await hashPassword(input.password) };
}

/**
 * The rows that a workspace begins with, those of the agents', keys' and credits' rooms among them: these rooms stand above
 * this one and cannot be asked.
 */
export async function addWorkspaceAndOwner(tx: Db, input: ReadyInput): Promise<NewOwner> {
  const { email, ownerName, passwordHash } = input;
  const user = await addUser(tx, { email, fullName: ownerName, passwordHash });

  const { id: workspaceId } = await tx.workspace.create({ data: { name: input.name, plan: input.plan } });
  await tx.workspaceSettings.create({ data: { workspaceId } });
  await tx.creditAccount.create({ data: { workspaceId, balance: input.credits } });
  if (input.credits > 0) {
    await tx.creditEntry.create({ data: { workspaceId, delta: input.credits, kind: "grant", createdBy: user.id } });
  }
  await tx.membership.create({ data: { workspaceId, userId: user.id, role: "OWNER" } });
  const { name, surname } = user;
  const agent = await tx.agent.create({ data: { workspaceId, userId: user.id, name, surname, email } });
  return { workspaceId, userId: user.id, agentId: agent.id };
}
