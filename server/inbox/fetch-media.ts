import { rm } from "node:fs/promises";
import { spool } from "../blobs/spool.ts";
import type { InboundMedia } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { download, type Downloaded } from "../http-download.ts";
import { agentTo } from "../provider-fetch.ts";
import { guardedAgent } from "../safe-fetch.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { inEnglish, type Said } from "../say.ts";

/** The file as it lies on this machine, or why it does not; `lost` is for ever, `unauthorized` means the channel's token. */
export type FetchedMedia =
  | { outcome: "fetched"; path: string; sizeBytes: number }
  | { outcome: "lost"; error: string }
  | { outcome: "retry"; error: string }
  /** What the channel is in error for. */
  | { outcome: "unauthorized"; error: Said };

/** What the largest file of any provider has: WhatsApp's documents (decisions section 13). */
const LIMIT_BYTES = 100 * 1024 * 1024;
/** For the largest file on a slow line. */
const DEADLINE_MS = 10 * 60 * 1000;
const LOCATE_MS = 20_000;
/** An address that needs no token and is refused so often is gone; the provider has no other one. */
const ENOUGH_REFUSALS = 3;

const AGAIN = "ask the customer to send it again";
const LIMIT_WORDS = `The file has more than ${LIMIT_BYTES / 1024 / 1024} MiB and was not copied; ask the customer for a smaller one`;

/**
 * Fetches a client's file from their provider into a file of this machine. An address that a call brought is one that anybody may
 * have put there who has the channel's secret: it goes through the guard. What the provider itself names for an id may lie at the
 * host that the operator set.
 */
export async function fetchMedia(
  type: IntegrationType,
  credentials: unknown,
  media: InboundMedia,
  attemptNo: number,
  signal: AbortSignal,
): Promise<FetchedMedia> {
  const { locateMedia } = channelOf(type).adapter ?? {};
  if (media.id !== null && locateMedia) {
    const place = await locateMedia(media, credentials, AbortSignal.any([signal, AbortSignal.timeout(LOCATE_MS)]));
    if (place.outcome !== "found") {
      if (place.outcome === "unauthorized") return { outcome: "unauthorized", error: place.error };
      return { outcome: place.outcome, error: inEnglish(place.error) };
    }
    if ((place.sizeBytes ?? 0) > LIMIT_BYTES) return { outcome: "lost", error: LIMIT_WORDS };
    const { url, headers, sizeBytes } = place;
    const request = { url, headers, limitBytes: LIMIT_BYTES, deadlineMs: DEADLINE_MS, signal };
    return verdict(await download(agentTo, request, spool), { isLast: false, sizeBytes });
  }
  if (media.url === null) return { outcome: "lost", error: `The provider did not say where the file is; ${AGAIN}` };
  const request = { url: media.url, headers: {}, limitBytes: LIMIT_BYTES, deadlineMs: DEADLINE_MS, signal };
  const isLast = attemptNo >= ENOUGH_REFUSALS;
  return verdict(await download(guardedAgent, request, spool), { isLast, sizeBytes: null });
}

async function verdict(
  got: Downloaded<{ path: string; sizeBytes: number }>,
  { isLast, sizeBytes }: { isLast: boolean; sizeBytes: number | null },
): Promise<FetchedMedia> {
  switch (got.kind) {
    case "taken": {
      const { path, sizeBytes: size } = got.value;
      if (size > 0 && (sizeBytes === null || sizeBytes === size)) return { outcome: "fetched", path, sizeBytes: size };
      await rm(path, { force: true });
      return {
        outcome: "retry",
        error: size === 0 ? "The file is empty" : "The file came with another size than announced",
      };
    }
    case "status": {
      const isGone = got.status >= 400 && got.status < 500 && ![408, 425, 429].includes(got.status);
      if (isGone && isLast) return { outcome: "lost", error: `The file is no longer at the provider; ${AGAIN}` };
      return { outcome: "retry", error: got.error };
    }
    case "broken":
      return { outcome: "retry", error: got.error };
    case "too-large":
      return { outcome: "lost", error: LIMIT_WORDS };
    case "refused-address":
      return { outcome: "lost", error: `The file lies at an address that may not be reached; ${AGAIN}` };
  }
}
