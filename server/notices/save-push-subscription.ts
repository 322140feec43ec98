import { ECDH } from "node:crypto";
import { inTransaction } from "../db.ts";
import { badInput } from "../errors.ts";
import { assertPublicUrl } from "../safe-fetch.ts";
import { say } from "../say.ts";
import { isTimeZone } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { personOf } from "../workspaces/person.ts";
import { hashOfEndpoint, sealAddress } from "./push-subscription.ts";

/** Browsers per person and workspace. Beyond this, the one unused for longest is deleted. */
const MOST = 20;
const LONGEST_ENDPOINT = 2_000;
/** A new browser gets no notification of windows that close within this time, because its person is looking at the portal. */
const HOUR_MS = 3_600_000;

type PushSubscriptionInput = {
  endpoint: string;
  /** The browser's public key and its secret (RFC 8291), in base64url. */
  p256dh: string;
  auth: string;
  /** The device's time zone as an IANA name. */
  timeZone: string;
};

/**
 * Starts notifications on a browser of the signed-in person while the portal is closed, or renews them. A browser belongs to the person
 * who saved it last. Its previous user gets no notifications there any more, in any workspace.
 * @throws AppError BAD_INPUT, NOT_FOUND for API keys.
 */
export const savePushSubscription = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: PushSubscriptionInput) => {
    const { userId, sessionId } = personOf(ctx);
    const { endpoint, p256dh, auth, timeZone } = input;
    await checkInput(input);
    const { workspaceId } = ctx;
    const endpointHash = hashOfEndpoint(endpoint);
    const sealed = await sealAddress(workspaceId, { endpoint, p256dh, auth });
    return inTransaction(ctx, async (tx) => {
      await tx.db.pushSubscription.deleteMany({ where: { endpointHash, userId: { not: userId } } });
      const current = { sessionId, sealed, timeZone, seenAt: tx.now };
      const windowsUntil = new Date(tx.now.getTime() + HOUR_MS);
      const saved = await tx.db.pushSubscription.upsert({
        where: { workspaceId_endpointHash: { workspaceId, endpointHash } },
        create: { workspaceId, endpointHash, userId, windowsUntil, ...current },
        update: { userId, ...current },
      });
      const own = { workspaceId, userId };
      const tooMany = await tx.db.pushSubscription.findMany({
        where: own,
        orderBy: [{ seenAt: "desc" }, { createdAt: "desc" }],
        skip: MOST,
        select: { endpointHash: true },
      });
      await tx.db.pushSubscription.deleteMany({
        where: { ...own, endpointHash: { in: tooMany.map((row) => row.endpointHash) } },
      });
      return saved;
    });
  },
);

async function checkInput({ endpoint, p256dh, auth, timeZone }: PushSubscriptionInput): Promise<void> {
  if (endpoint.length > LONGEST_ENDPOINT)
    throw badInput("endpoint", say("inbox.endpointLong", { count: LONGEST_ENDPOINT }));
  await assertPublicUrl(endpoint).catch(() => {
    throw badInput("endpoint", say("net.address"));
  });
  if (!isPublicKey(p256dh)) throw badInput("p256dh", say("inbox.pushKey"));
  if (bytesOf(auth).length !== 16) throw badInput("auth", say("inbox.pushAuth"));
  if (!isTimeZone(timeZone)) throw badInput("timeZone", say("input.timeZone"));
}

/** Whether it is a point of the curve. With anything else, every message would fail. */
function isPublicKey(text: string): boolean {
  if (bytesOf(text).length !== 65) return false;
  try {
    ECDH.convertKey(bytesOf(text), "prime256v1");
    return true;
  } catch {
    return false;
  }
}

function bytesOf(text: string): Buffer {
  return /^[\w-]*$/.test(text) ? Buffer.from(text, "base64url") : Buffer.alloc(0);
}
