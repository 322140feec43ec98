import { ECDH } from "node:crypto";
import { inTransaction } from "../db.ts";
import { badInput } from "../errors.ts";
import { assertPublicUrl } from "../safe-fetch.ts";
import { say } from "../say.ts";
import { isTimeZone } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { personOf } from "../workspaces/person.ts";
import { hashOfEndpoint, sealAddress } from "./push-subscription.ts";

/** Browsers of one person in one workspace; beyond, the one that was longest not used is forgotten. */
const MOST = 20;
const LONGEST_ENDPOINT = 2_000;
/** A window that closes within the hour as a browser is added is on the screen it was added from. */
const HOUR_MS = 3_600_000;

type PushSubscriptionInput = {
  endpoint: string;
  /** The browser's public key and its secret (RFC 8291), in base64url. */
  p256dh: string;
  auth: string;
  /** IANA name of the device's. */
  timeZone: string;
};

/**
 * Tells a browser of the signed-in person's from now on while the portal is closed, or renews that. A browser belongs to who saved it
 * last: whoever used it before is not told there any more, in any workspace.
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

/** A point of the curve: anything else would fail with every message. */
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
