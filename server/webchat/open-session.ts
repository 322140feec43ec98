import { randomBytes } from "node:crypto";
import { lockNames } from "../clients/client-identities.ts";
import { ClientMerged } from "../clients/current-client.ts";
import { fillProfile, proveIdentity } from "../clients/prove-identity.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { contactOf, scopeOf, type VisitorContact, type Visitor } from "./access.ts";
import { openWebchat, proofHolds } from "./open-webchat.ts";
import { ANONYMOUS, proveVisitor, type VisitorProof } from "./prove-visitor.ts";
import { readSession, signSession, type VisitorProfile } from "./visitor-token.ts";

type SessionInput = VisitorProof & {
  /** The browser's previous session, if any. */
  token?: string | undefined;
  profile: VisitorProfile;
};

type OpenSession = {
  token: string;
  visitorId: string;
  isVerified: boolean;
  expiresAt: Date;
  /** Whether the browser's previous session continues. */
  isContinued: boolean;
};

/**
 * Starts or continues a visitor's session. Nothing is stored for a visitor who has not written yet: their profile from the site
 * stays in the session. An invalid session is treated as missing and gives access to nothing.
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
  visitor.profile = { ...stays?.profile, ...claimed(input.profile), ...known(proven?.profile ?? {}) };
  const anonymous = proven !== null && before?.provenBy === null ? before.visitorId : null;
  await settle(visitor, contact, anonymous);
  const { visitorId, provenBy } = visitor;
  const session = await signSession(integration.id, visitor, ctx.now);
  return { ...session, visitorId, isVerified: provenBy !== null, isContinued: stays?.visitorId === visitorId };
}

/** 128 random bits, because this id alone identifies an anonymous visitor's contact. */
function newVisitorId(): string {
  return ANONYMOUS + randomBytes(16).toString("base64url");
}

function ended(error: unknown): "ended" {
  if (error instanceof AppError && error.code === "UNAUTHENTICATED") return "ended";
  throw error;
}

/**
 * The profile fields accepted without a signature; a hash signs only the id. A phone number is not accepted, because a person
 * who writes from that number elsewhere would become this contact. A picture is not accepted, because agents' browsers would
 * fetch it from any address.
 */
function claimed({ name, surname, email }: VisitorProfile): VisitorProfile {
  return known({ name, surname, email });
}

function known(profile: VisitorProfile): VisitorProfile {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value != null));
}

/** Stores the new data of a visitor who is already a contact, or becomes one through the proof. */
async function settle(visitor: Visitor, contact: VisitorContact | null, anonymous: string | null): Promise<void> {
  const isNew = visitor.provenBy !== null && !contact?.isProven && (contact !== null || anonymous !== null);
  if (isNew) await writeProof(visitor, anonymous);
  if (Object.keys(visitor.profile).length === 0) return;
  const present = isNew ? await contactOf(visitor) : contact;
  if (!present?.isOwn) return;
  await inTransaction(visitor.ctx, (tx) => fillProfile(tx, present.clientId, visitor.profile));
}

/**
 * Records that the visitor has proven who they are, if they are a contact.
 * @param anonymous their earlier anonymous id. They take over its contact if they have none yet.
 */
export async function writeProof(visitor: Visitor, anonymous: string | null): Promise<void> {
  const { ctx, integration, visitorId } = visitor;
  const scope = scopeOf(integration);
  const name = { scope, externalId: visitorId };
  for (;;) {
    try {
      return await inTransaction(ctx, async (tx) => {
        // Same lock as `receiveMessage`, so a simultaneous first message comes before or after this.
        await lockNames(tx, anonymous === null ? [name] : [name, { scope, externalId: anonymous }]);
        await proveIdentity(tx, name, anonymous);
      });
    } catch (error) {
      if (!(error instanceof ClientMerged)) throw error;
    }
  }
}
