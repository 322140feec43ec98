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
  /** The browser's session of before, if it has one. */
  token?: string | undefined;
  profile: VisitorProfile;
};

type OpenSession = {
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
  visitor.profile = { ...stays?.profile, ...claimed(input.profile), ...known(proven?.profile ?? {}) };
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

/**
 * What a browser says without a signature; a hash signs the id alone. A number is not taken from it, since whoever writes from that
 * number elsewhere would become this contact, nor a picture, which agents' browsers fetch from wherever it lies.
 */
function claimed({ name, surname, email }: VisitorProfile): VisitorProfile {
  return known({ name, surname, email });
}

function known(profile: VisitorProfile): VisitorProfile {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value != null));
}

/** Writes down what is new of somebody who is a contact already, or becomes one by the proof. */
async function settle(visitor: Visitor, contact: VisitorContact | null, anonymous: string | null): Promise<void> {
  const isNew = visitor.provenBy !== null && !contact?.isProven && (contact !== null || anonymous !== null);
  if (isNew) await writeProof(visitor, anonymous);
  if (Object.keys(visitor.profile).length === 0) return;
  const present = isNew ? await contactOf(visitor) : contact;
  if (!present?.isOwn) return;
  await inTransaction(visitor.ctx, (tx) => fillProfile(tx, present.clientId, visitor.profile));
}

/**
 * Notes that the visitor has proven who they are, if they are a contact.
 * @param anonymous who they were before, whose contact they become if they are nobody's yet.
 */
export async function writeProof(visitor: Visitor, anonymous: string | null): Promise<void> {
  const { ctx, integration, visitorId } = visitor;
  const scope = scopeOf(integration);
  const name = { scope, externalId: visitorId };
  for (;;) {
    try {
      return await inTransaction(ctx, async (tx) => {
        // As `receiveMessage` does: a first message at the same moment comes before or after.
        await lockNames(tx, anonymous === null ? [name] : [name, { scope, externalId: anonymous }]);
        await proveIdentity(tx, name, anonymous);
      });
    } catch (error) {
      if (!(error instanceof ClientMerged)) throw error;
    }
  }
}
