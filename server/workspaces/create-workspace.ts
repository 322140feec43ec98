import { generateKey, hashSecret } from "../auth/key-format.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Db } from "../ctx.ts";
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
  /** The owner's sign-in email. */
  email: string;
  password: string;
  /** Default: the part of the email before the @. */
  ownerName?: string;
  /** Initial credits, for the Gateway plan. */
  credits?: number;
};

export type NewOwner = { workspaceId: number; userId: string; agentId: string };

const CREDITS_MAX = 1_000_000_000;
const FIRST_KEY_LABEL = "First key";
/** Long timeouts, because a command that runs once may wait on a busy machine. */
const PATIENCE = { timeout: 30_000, maxWait: 10_000 };

/**
 * Creates a workspace with everything it needs and its first API key, in one transaction.
 * @returns the ids and the key's secret, which is never shown again.
 * @throws AppError BAD_INPUT, or CONFLICT when an account with this email exists.
 */
export async function createWorkspace(db: PrismaClient, input: WorkspaceInput): Promise<NewOwner & { apiKey: string }> {
  return createCheckedWorkspace(db, await readInput(input));
}

/** createWorkspace for input that is already checked. */
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

/** For people who sign up: no API key, they create keys in the portal. */
export async function createWorkspaceWithoutKey(db: PrismaClient, input: ReadyInput): Promise<NewOwner> {
  return db.$transaction((tx) => addWorkspaceAndOwner(tx, input), PATIENCE);
}

/** Validated input, with the hash instead of the password. */
export type ReadyInput = {
  name: string;
  plan: Plan;
  email: string;
  ownerName: string;
  credits: number;
  passwordHash: string;
};

/**
 * Validates the input and hashes the password. Hashing takes tens of milliseconds of CPU, so call this before the transaction.
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
 * Creates the initial rows of a workspace, including those of the agents, api-keys and credits modules. Those modules depend on this one,
 * so it cannot call them.
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
