import { audit } from "../auth/audit.ts";
import { endSessions } from "../auth/end-sessions.ts";
import { accountRules } from "../auth/sign-up-rules.ts";
import type { CompanySignIn } from "../auth/next-auth.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { SsoDomain, User } from "../generated/prisma/client.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { log } from "../log.ts";
import { newId } from "../new-id.ts";
import { say } from "../say.ts";
import { lockEmail } from "../workspaces/access.ts";
import { addUser } from "../workspaces/add-user.ts";
import { waiting, withdrawInvitations } from "../workspaces/waiting-invitations.ts";
import { accountProvider, clientSecretOf, domainOf, lockSsoDomain, readDomain, rulesOf } from "./access.ts";
import { exchangeCode, readProvider } from "./identity-provider.ts";
import { reasonOf } from "./sso-domains.ts";

/** The start of the names under which next-auth knows the providers of domains: `sso-example.com`. */
export const SSO_PREFIX = "sso-";
const PROBLEM_MAX = 300;

/** The verified row of a domain, of a workspace that is not deleted; null: its people sign in another way. */
export async function verifiedSsoDomain(domain: string): Promise<SsoDomain | null> {
  const row = await database().ssoDomain.findFirst({ where: { domain, verifiedAt: { not: null } } });
  if (!row) return null;
  const isThere = await database().workspace.count({ where: { id: row.workspaceId, deletedAt: null } });
  return isThere === 1 ? row : null;
}

/**
 * The provider of a domain, for one request to next-auth.
 * @param name `sso-` and the domain.
 * @param refusal why the provider sent the person back without a sign-in; null: it did not.
 * @throws AppError NOT_FOUND (the domain has no single sign-on), PROVIDER_ERROR (the provider does not answer)
 */
export async function companySignIn(name: string, address: string, refusal: string | null): Promise<CompanySignIn> {
  const domain = readDomain(name.slice(SSO_PREFIX.length));
  const row = domain && (await verifiedSsoDomain(domain));
  if (!row) throw new AppError("NOT_FOUND", say("sso.none", { domain: domain ?? name.slice(SSO_PREFIX.length) }));
  const provider = await readProvider(row.issuer).catch(async (error: unknown) => {
    await noteProblem(row, error);
    throw new AppError("PROVIDER_ERROR", say("sso.away", { domain: row.domain }));
  });
  if (refusal !== null) await noteProblem(row, refusal);
  const hasScope = row.roleClaim !== null && provider.scopes_supported?.includes(row.roleClaim);
  const scope = ["openid", "email", "profile", ...(hasScope ? [row.roleClaim] : [])].join(" ");
  const clientSecret = await clientSecretOf(row);
  const { clientId } = row;
  return {
    id: row.id,
    provider: {
      id: `${SSO_PREFIX}${row.domain}`,
      name: row.domain,
      type: "oauth",
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      clientId,
      clientSecret,
      issuer: provider.issuer,
      authorization: { url: provider.authorization_endpoint, params: { scope } },
      jwks_endpoint: provider.jwks_uri,
      token: {
        url: provider.token_endpoint,
        async request({ params: given, checks, provider: { callbackUrl: redirectUri } }) {
          const kept: { state?: string; nonce?: string; code_verifier?: string } = checks;
          const { state = "", nonce = "", code_verifier: codeVerifier = "" } = kept;
          const params = new URLSearchParams();
          for (const [key, value] of Object.entries(given)) if (typeof value === "string") params.set(key, value);
          try {
            const exchange = { clientId, clientSecret, params, redirectUri, state, nonce, codeVerifier };
            return { tokens: { id_token: await exchangeCode(provider, exchange) } };
          } catch (error) {
            await noteProblem(row, error);
            throw error;
          }
        },
      },
      profile: ({ sub, email }: { sub: string; email?: string }) => ({ id: sub, email: email ?? null }),
    },
    enter: (claims) => enter(row, claims, address),
  };
}

/** Keeps for the owner why a sign-in failed. */
async function noteProblem({ workspaceId, id }: SsoDomain, error: unknown): Promise<void> {
  const lastProblem = reasonOf(error).replaceAll("\0", "").slice(0, PROBLEM_MAX);
  log.warn({ workspaceId, ssoDomainId: id, lastProblem }, "single sign-on failed at the provider");
  await database().ssoDomain.updateMany({ where: { workspaceId, id }, data: { lastProblem } });
}

/**
 * Lets a person in whom the provider has identified: finds or makes their account and connects it, gives them a seat, and the role that
 * their groups say.
 * @returns the user's id, or why they may not enter.
 */
async function enter(
  row: SsoDomain,
  claims: Record<string, unknown>,
  address: string,
): ReturnType<CompanySignIn["enter"]> {
  const { workspaceId } = row;
  const identity = identityIn(row, claims);
  if (typeof identity === "string") return { problem: identity };
  const now = new Date();
  const placeholder = { kind: "user", userId: newId(), sessionId: "", agentId: null, role: row.defaultRole } as const;
  const asked = { address, what: () => ({ operation: "signIn", targetId: null }) };
  const ctx: Ctx = { db: database(), workspaceId, actor: placeholder, plan: null, now, wakes: null, asked };
  return inTransaction(ctx, async (opened) => {
    // The owner may have changed the provider since the sign-in began.
    const current = await lockSsoDomain(opened, row.domain);
    if (!current?.verifiedAt || current.issuer !== row.issuer || current.clientId !== row.clientId)
      return { problem: "OAuthCallback" };
    await lockEmail(opened, identity.email);
    const user = await personOf(opened, row, identity);
    if (!user) return { problem: "SsoNoAccount" };
    const tx: Ctx = { ...opened, actor: { ...placeholder, userId: user.id } };
    await takeSeat(tx, row, user, roleIn(row, claims));
    await tx.db.ssoDomain.updateMany({
      where: { workspaceId, id: row.id },
      data: { lastSignInAt: now, lastProblem: null },
    });
    return { userId: user.id };
  });
}

type Identity = { sub: string; email: string; name: string };

/** Google's accounts for everybody can have any address. Those of a company name its domain. */
const GOOGLE = "https://accounts.google.com";

/** Whom the claims name, or the code of why they do not name one of the domain's people. */
function identityIn({ domain, issuer }: SsoDomain, claims: Record<string, unknown>): Identity | string {
  const { sub, email: given, email_verified: isVerified = true, hd } = claims;
  if (typeof sub !== "string" || typeof given !== "string" || String(isVerified) !== "true") return "SsoNoEmail";
  // A provider may know people of other domains too. Only the domain's own are the company's to sign in.
  if (domainOf(given) !== domain) return "SsoOtherDomain";
  if (issuer.startsWith(GOOGLE) && hd !== domain) return "SsoOtherDomain";
  const local = given.trim().toLowerCase().split("@")[0] ?? "";
  return { sub, email: `${local}@${domain}`, name: nameIn(claims) ?? local };
}

/**
 * The user of an identity: the one who signed in with it before, else the one with its email, else a new one. The company owns its
 * addresses, so its provider proves them as well as the mailbox does.
 * @returns null for a new one when nobody may create an account here.
 */
async function personOf(tx: Ctx, row: SsoDomain, { sub, email, name }: Identity): Promise<User | null> {
  const provider = accountProvider(row);
  const account = await tx.db.account.findUnique({
    where: { provider_providerAccountId: { provider, providerAccountId: sub } },
    select: { user: true },
  });
  if (account) return account.user;
  const known = await tx.db.user.findUnique({ where: { email } });
  if (!known && accountRules().signUp === "closed") return null;
  const user = known ?? (await addUser(tx.db, { id: newId(), email, fullName: name, passwordHash: null }));
  if (known) await closeOtherWays(tx, known.id);
  await tx.db.account.create({ data: { provider, providerAccountId: sub, userId: user.id } });
  return user;
}

/**
 * An account whose person has no seat here may have been made by somebody else with a link to the address. Only this sign-in opens it
 * from now on, as after a password reset.
 */
async function closeOtherWays(tx: Ctx, userId: string): Promise<void> {
  const { workspaceId } = tx;
  if (await tx.db.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } })) return;
  await tx.db.account.deleteMany({ where: { userId } });
  await tx.db.user.update({ where: { id: userId }, data: { passwordHash: null } });
  await endSessions(tx.db, userId);
}

const NAME_MAX = 200;

function nameIn({ name, given_name: first, family_name: last }: Record<string, unknown>): string | null {
  const parts = [first, last].filter((part) => typeof part === "string");
  for (const text of [name, parts.join(" ")])
    if (typeof text === "string" && text.trim() !== "") return text.trim().slice(0, NAME_MAX);
  return null;
}

/** The role that the person's groups say; null: the claim is missing, or roles are given in the portal. */
function roleIn(row: SsoDomain, claims: Record<string, unknown>): Role | null {
  const claim = row.roleClaim === null ? undefined : claimAt(claims, row.roleClaim);
  if (claim === undefined || claim === null) return null;
  const groups = [claim].flat().map(String);
  return rulesOf(row).find(({ value }) => groups.includes(value))?.role ?? row.defaultRole;
}

/** A claim by its name, or by a path of names with dots. Some providers have dots in the names themselves. */
function claimAt(claims: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      claims,
    );
}

/** Makes the person a member, or changes a member's role to what their groups say. Never the owner's. */
async function takeSeat(tx: Ctx, row: SsoDomain, { id: userId, email }: User, role: Role | null): Promise<void> {
  const { workspaceId } = tx;
  const place = { workspaceId_userId: { workspaceId, userId } };
  const [member] = await tx.db.$queryRaw<{ role: Role }[]>`
    select "role" from "Membership" where "workspaceId" = ${workspaceId} and "userId" = ${userId}::uuid for update`;
  if (!member) {
    const invited = await acceptInvitations(tx, userId, email);
    const created = await tx.db.membership.create({
      data: { workspaceId, userId, role: role ?? invited ?? row.defaultRole },
    });
    await audit(tx, "joinWithSso", userId, { after: { email, role: created.role } });
  } else if (role !== null && member.role !== "OWNER" && member.role !== role) {
    await tx.db.membership.update({ where: place, data: { role } });
    if (member.role === "ADMIN") await withdrawInvitations(tx, { invitedById: userId });
    await audit(tx, "setRoleBySso", userId, { before: { role: member.role }, after: { role } });
  } else return;
  await emit(tx, { name: "WORKSPACE_CHANGED" });
}

/** Accepts the invitation that waits for the person. @returns its role; null: there is none. */
async function acceptInvitations(tx: Ctx, userId: string, email: string): Promise<Role | null> {
  const [accepted] = await tx.db.invitation.updateManyAndReturn({
    where: waiting(tx, { email, expiresAt: { gt: tx.now } }),
    data: { acceptedAt: tx.now, acceptedById: userId },
    select: { role: true },
  });
  return accepted?.role ?? null;
}
