import { randomBytes } from "node:crypto";
import { fillProfile } from "../clients/fill-profile.ts";
import { ClientMerged } from "../clients/current-client.ts";
import { proveIdentity } from "../clients/prove-identity.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { contactOf, scopeOf } from "./access.ts";
import type { VisitorContact } from "./access.ts";
import { openWebchat, proofHolds } from "./open-webchat.ts";
import type { Visitor } from "./open-webchat.ts";
import { ANONYMOUS, proveVisitor } from "./prove-visitor.ts";
import type { VisitorProof } from "./prove-visitor.ts";
import { readSession, signSession } from "./visitor-token.ts";
import type { VisitorClaims, VisitorProfile } from "./visitor-token.ts";

export type SessionInput = VisitorProof & {
  /** The browser's session of before, if it has one. */
  token?: string | undefined;
  profile: VisitorProfile;
};

export type OpenSession = {
  token: string;
  visitorId: string;
  isVerified: boolean;
  expiresAt: Date;
  /** The browser's own session of before goes on. */
  isContinued: boolean;
};

/**
 * Begins a visitor's session or goes on with it. Nothing is stored for somebody who has not written yet: what their site said of
 * them waits in the session. A session that does not hold any more counts as none, which opens nothing.
 * @throws AppError NOT_FOUND, CHANNEL_INACTIVE, RATE_LIMITED; UNAUTHENTICATED for an identity that is not proven
 */
export async function openSession(integrationId: string, input: SessionInput): Promise<OpenSession> {
  const { ctx, integration, credentials } = await openWebchat(integrationId);
  const proven = await proveVisitor(credentials, input, ctx.now);
  const given = input.token === undefined ? null : await readSession(integration.id, input.token, ctx.now);
  const before = given && proofHolds(given, credentials, ctx.now) ? given : null;
  const stays = before && (proven === null || proven.visitorId === before.visitorId) ? before : null;
  let visitor: Visitor = {
    ctx,
    integration,
    visitorId: proven?.visitorId ?? stays?.visitorId ?? newVisitorId(),
    provenBy: proven?.provenBy ?? stays?.provenBy ?? null,
    profile: {},
  };
  let contact = await contactOf(visitor).catch(ended);
  if (contact === "ended") {
    visitor = { ...visitor, visitorId: newVisitorId() };
    contact = null;
  }
  visitor.profile = told(visitor, { ...stays?.profile, ...known(input.profile), ...known(proven?.profile ?? {}) });
  const anonymous = proven !== null && before?.provenBy === null ? before.visitorId : null;
  await settle(visitor, contact, anonymous);
  const { visitorId, provenBy } = visitor;
  const session = await signSession(integration.id, visitor, ctx.now);
  return { ...session, visitorId, isVerified: provenBy !== null, isContinued: stays?.visitorId === visitorId };
}

/** 128 random bits: an anonymous visitor's id is all that their contact is known by. */
function newVisitorId(): string {
  return ANONYMOUS + randomBytes(16).toString("base64url");
}

function ended(error: unknown): "ended" {
  if (error instanceof AppError && error.code === "UNAUTHENTICATED") return "ended";
  throw error;
}

/** A number, and a picture that agents' browsers fetch from wherever it lies, are taken from a site that signs for them only. */
function told({ provenBy }: VisitorClaims, profile: VisitorProfile): VisitorProfile {
  return provenBy === null ? { ...profile, phone: null, avatarUrl: null } : profile;
}

function known(profile: VisitorProfile): VisitorProfile {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value != null));
}

/** Writes down what is new of somebody who is a contact already, or becomes one by the proof. */
async function settle(visitor: Visitor, contact: VisitorContact | null, anonymous: string | null): Promise<void> {
  const isNew = visitor.provenBy !== null && !contact?.isProven && (contact !== null || anonymous !== null);
  const fills = contact?.isOwn === true && Object.keys(known(visitor.profile)).length > 0;
  if (!isNew && !fills) return;
  const clientId = isNew ? await writeProof(visitor, anonymous) : contact?.clientId;
  if (!clientId || (contact && !contact.isOwn)) return;
  await inTransaction(visitor.ctx, (tx) => fillProfile(tx, clientId, visitor.profile));
}

/** The contact who has the visitor's name from now on; null when there is none yet. */
export async function writeProof(visitor: Visitor, anonymous: string | null): Promise<string | null> {
  const { ctx, integration, visitorId } = visitor;
  const name = { scope: scopeOf(integration), externalId: visitorId };
  for (;;) {
    try {
      return await inTransaction(ctx, async (tx) => {
        await lockNames(tx, integration.id, anonymous === null ? [visitorId] : [visitorId, anonymous]);
        return (await proveIdentity(tx, name, anonymous))?.clientId ?? null;
      });
    } catch (error) {
      if (!(error instanceof ClientMerged)) throw error;
    }
  }
}

/** As `receiveMessage` locks a sender; in one order, so that two who lock both never wait for each other. */
async function lockNames(tx: Ctx, integrationId: string, visitorIds: string[]): Promise<void> {
  const keys = visitorIds.map((id) => `${integrationId}|${id}`);
  await tx.db.$executeRaw`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(key, 0) as hash from unnest(${keys}::text[]) as key order by 1
    ) hashes`;
}
