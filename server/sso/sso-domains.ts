import { audit } from "../auth/audit.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import { endSessionsWhere } from "../auth/end-sessions.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import type { SsoDomain } from "../generated/prisma/client.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { assertPublicUrl } from "../safe-fetch.ts";
import { quote, say, type Said } from "../say.ts";
import { optionalLine, requiredLine } from "../text-rules.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { verb } from "../verb.ts";
import {
  accountProvider,
  findSsoDomain,
  lockSsoDomain,
  readDomain,
  rulesOf,
  sealClientSecret,
  type RoleRule,
} from "./access.ts";
import { endOtherSessions } from "./end-other-sessions.ts";
import { askProvider } from "./identity-provider.ts";
import { txtRecords } from "./txt-records.ts";

const RULES_MAX = 50;
const DOMAINS_MAX = 50;
const SECRET_MAX = 2_000;

/** The domains whose people sign in with their company's provider, by name. For the owner, who alone can change them. */
export const listSsoDomains = verb({ may: "ASSIGN_OWNER" }, (ctx): Promise<SsoDomain[]> =>
  ctx.db.ssoDomain.findMany({ where: { workspaceId: ctx.workspaceId }, orderBy: { domain: "asc" } }),
);

export type SsoDomainSaveInput = {
  domain: string;
  issuer: string;
  clientId: string;
  /** Left out or null: the stored one stays. */
  clientSecret?: string | null;
  defaultRole: Role;
  /** The claim with a person's groups, or a path to it (`realm_access.roles`). Null: roles are given in the portal. */
  roleClaim?: string | null;
  roles?: RoleRule[] | null;
  isRequired: boolean;
};

/**
 * Adds a domain, or replaces all settings of one. Another provider starts anew: people connect to it at their next sign-in, and it
 * cannot be required before somebody has signed in with it. Requiring it ends the sessions that members opened another way.
 * @throws AppError BAD_INPUT, CONFLICT (required before somebody signed in with it, or still required of another provider)
 */
export const saveSsoDomain = verb(
  { may: "ASSIGN_OWNER", audit: "recorded" },
  async (ctx, input: SsoDomainSaveInput) => {
    const { workspaceId } = ctx;
    const given = await readInput(input);
    const clientSecret = optionalLine("clientSecret", input.clientSecret, SECRET_MAX) ?? null;
    return inTransaction(ctx, async (tx) => {
      const before = await lockSsoDomain(tx, given.domain);
      const isNewProvider = before?.issuer !== given.issuer || before.clientId !== given.clientId;
      // The stored secret belongs to the provider that it was entered for.
      if (isNewProvider && clientSecret === null) throw badInput("clientSecret", say("sso.secretMissing"));
      if (!before && (await tx.db.ssoDomain.count({ where: { workspaceId } })) >= DOMAINS_MAX)
        throw badInput("domain", say("sso.domainsMost", { count: DOMAINS_MAX }));
      const id = before?.id ?? newId();
      const lastSignInAt = isNewProvider ? null : before.lastSignInAt;
      if (given.isRequired && !lastSignInAt) throw new AppError("CONFLICT", say("sso.tryFirst"));
      const data = {
        ...given,
        ...(clientSecret === null ? {} : { clientSecret: await sealClientSecret({ workspaceId, id }, clientSecret) }),
        ...(isNewProvider ? { lastSignInAt, lastProblem: null } : {}),
      };
      if (before && isNewProvider) {
        await tx.db.account.deleteMany({ where: { provider: accountProvider(before) } });
        // The former provider cannot end them any more.
        await endSessionsWhere(tx.db, { ssoDomainId: before.id });
      }
      const after = before
        ? await tx.db.ssoDomain.update({ where: { workspaceId_id: { workspaceId, id } }, data })
        : await tx.db.ssoDomain
            .create({ data: { workspaceId, id, ...data, clientSecret: data.clientSecret ?? "" } })
            .catch((error: unknown) => refuseSecond(error, say("sso.already")));
      if (after.isRequired && !before?.isRequired) await endOtherSessions(tx, after);
      const facts = { after: auditFacts(after), ...(before ? { before: auditFacts(before) } : {}) };
      await audit(tx, "saveSsoDomain", id, {
        ...facts,
        after: { ...facts.after, ...(clientSecret === null ? {} : { hasNewSecret: true }) },
      });
      return after;
    });
  },
);

async function readInput(input: SsoDomainSaveInput) {
  const domain = readDomain(input.domain);
  if (!domain) throw badInput("domain", say("sso.domain"));
  const issuer = requiredLine("issuer", input.issuer).replace(/\/\.well-known\/openid-configuration$/, "");
  const { search, hash } = await assertPublicUrl(issuer, "issuer");
  if (search || hash) throw badInput("issuer", say("sso.issuer"));
  if (input.defaultRole === "OWNER") throw badInput("defaultRole", say("workspaces.passOwner"));
  const rules = input.roles ?? [];
  if (rules.length > RULES_MAX) throw badInput("roles", say("sso.rulesMost", { count: RULES_MAX }));
  const roles = rules.map(({ value, role }, index) => {
    if (role === "OWNER") throw badInput(`roles.${index}.role`, say("workspaces.passOwner"));
    return { value: requiredLine(`roles.${index}.value`, value), role };
  });
  const roleClaim = optionalLine("roleClaim", input.roleClaim) ?? null;
  if (roleClaim === null && roles.length > 0) throw badInput("roleClaim", say("sso.claimMissing"));
  const clientId = requiredLine("clientId", input.clientId);
  return { domain, issuer, clientId, defaultRole: input.defaultRole, roleClaim, roles, isRequired: input.isRequired };
}

/** Never the secret. */
function auditFacts(row: SsoDomain) {
  const { domain, issuer, clientId, defaultRole, roleClaim, isRequired, verifiedAt } = row;
  const roles = rulesOf(row).map(({ value, role }) => `${value}: ${role}`);
  return { domain, issuer, clientId, defaultRole, roleClaim, roles, isRequired, isVerified: verifiedAt !== null };
}

/** The TXT record that proves who owns a domain: only its owner can publish our id there. */
export function proofOf({ domain, id }: Pick<SsoDomain, "domain" | "id">): { name: string; value: string } {
  return { name: `_omnichannel.${domain}`, value: `omnichannel-verification=${id}` };
}

/**
 * Checks the domain's TXT record and the provider's description of itself. With both, people of the domain can sign in.
 * @throws AppError NOT_FOUND, CONFLICT (no such record; another workspace has the domain), PROVIDER_ERROR
 */
export const verifySsoDomain = verb({ may: "ASSIGN_OWNER", audit: "recorded" }, async (ctx, input: { id: string }) => {
  const { workspaceId, now } = ctx;
  const row = await findSsoDomain(ctx, input.id);
  const { name, value } = proofOf(row);
  const records = row.verifiedAt ? [] : await txtRecords(name);
  if (!row.verifiedAt && !records.includes(value)) throw new AppError("CONFLICT", say("sso.noRecord", { name, value }));
  await askProvider(row.issuer).catch((error: unknown) => {
    throw new AppError("PROVIDER_ERROR", say("sso.provider", { reason: quote(reasonOf(error)) }));
  });
  if (row.verifiedAt) return row;
  await releaseDomain(row.domain, records);
  return inTransaction(ctx, async (tx) => {
    const where = { workspaceId_id: { workspaceId, id: row.id } };
    const verified = await tx.db.ssoDomain
      .update({ where, data: { verifiedAt: now } })
      .catch((error: unknown) => refuseSecond(error, say("sso.elsewhere")));
    await audit(tx, "verifySsoDomain", row.id, { after: { domain: row.domain } });
    return verified;
  });
});

/** Takes the domain from a workspace that was deleted, or whose record is gone: the domain may have changed hands. */
async function releaseDomain(domain: string, records: readonly string[]): Promise<void> {
  const db = database();
  const holder = await db.ssoDomain.findFirst({ where: { domain, verifiedAt: { not: null } } });
  if (!holder) return;
  const { workspaceId, id } = holder;
  const isThere = (await db.workspace.count({ where: { id: workspaceId, deletedAt: null } })) === 1;
  if (isThere && records.includes(proofOf(holder).value)) return;
  await inTransaction(systemCtx(workspaceId, "releaseSsoDomain"), async (tx) => {
    await tx.db.ssoDomain.updateMany({ where: { workspaceId, id }, data: { verifiedAt: null, isRequired: false } });
    await audit(tx, "releaseSsoDomain", id, { before: { domain } });
  });
}

function refuseSecond(error: unknown, said: Said): never {
  if (isUniqueViolation(error)) throw new AppError("CONFLICT", said);
  throw error;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Ends single sign-on for a domain, and its sessions. Its people use a password again: they can ask for a link to set one.
 * @throws AppError NOT_FOUND
 */
export const deleteSsoDomain = verb({ may: "ASSIGN_OWNER", audit: "recorded" }, (ctx, input: { id: string }) =>
  inTransaction(ctx, async (tx: Ctx) => {
    const row = await findSsoDomain(tx, input.id);
    await lockSsoDomain(tx, row.domain);
    await tx.db.account.deleteMany({ where: { provider: accountProvider(row) } });
    await endSessionsWhere(tx.db, { ssoDomainId: row.id });
    await tx.db.ssoDomain.delete({ where: { workspaceId_id: { workspaceId: tx.workspaceId, id: row.id } } });
    await audit(tx, "deleteSsoDomain", row.id, { before: auditFacts(row) });
    return row;
  }),
);
