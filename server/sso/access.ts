import { domainToASCII } from "node:url";
import { z } from "zod";
import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { SsoDomain } from "../generated/prisma/client.ts";
import { Role } from "../generated/prisma/enums.ts";

const ruleSchema = z.object({ value: z.string(), role: z.enum(Role) });
/** Who has `value` among their groups at the provider gets `role` here. */
export type RoleRule = z.infer<typeof ruleSchema>;

/** The rules of a stored row, in their order. */
export function rulesOf({ roles }: Pick<SsoDomain, "roles">): RoleRule[] {
  return z.array(ruleSchema).parse(roles);
}

/** @throws AppError NOT_FOUND */
export async function findSsoDomain(ctx: Ctx, id: string): Promise<SsoDomain> {
  const row = await ctx.db.ssoDomain.findUnique({ where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } } });
  if (!row) throw notFound("ssoDomain");
  return row;
}

/**
 * Locks a domain's row until the transaction ends: a sign-in and a change of its provider wait for each other.
 * @returns the row as it is now; null: there is none.
 */
export async function lockSsoDomain(tx: Ctx, domain: string): Promise<SsoDomain | null> {
  const [row] = await tx.db.$queryRaw<SsoDomain[]>`
    select * from "SsoDomain" where "workspaceId" = ${tx.workspaceId} and "domain" = ${domain} for update`;
  return row ?? null;
}

/** The domain in lower case and ASCII; null: not a domain name that can have email. */
export function readDomain(text: string): string | null {
  const domain = domainToASCII(text.trim().toLowerCase().replace(/^@/, ""));
  return /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(domain)
    ? domain
    : null;
}

/** The domain of an email address; null if it is none. */
export function domainOf(email: string): string | null {
  const [, domain = ""] = /^[^@\s]+@([^@\s]+)$/.exec(email.trim()) ?? [];
  return readDomain(domain);
}

/** The name under which next-auth and Account know the provider of a row. */
export function accountProvider({ id }: Pick<SsoDomain, "id">): string {
  return `sso-${id}`;
}

export function sealClientSecret(row: Pick<SsoDomain, "workspaceId" | "id">, secret: string): Promise<string> {
  return encryptSecret(secret, placeOf(row));
}

export async function clientSecretOf(row: SsoDomain): Promise<string> {
  return (await decryptSecret(row.clientSecret, placeOf(row))) as string;
}

function placeOf({ workspaceId, id }: Pick<SsoDomain, "workspaceId" | "id">): SecretPlace {
  return { workspaceId, table: "SsoDomain", id, field: "clientSecret" };
}
