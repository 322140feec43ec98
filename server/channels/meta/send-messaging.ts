import { z } from "zod";
import type { SendResult } from "../channel.ts";
import type { Body } from "../structured-content.ts";
import { callGraph, type GraphRequest } from "./graph-api.ts";
import { messagingVerdict } from "./messaging-errors.ts";
import { sendFailure } from "./verdict.ts";

const sent = z.object({ message_id: z.string() });

/** Hands a body to the Send API of a page or an Instagram account; one that could not be made is refused unasked. */
export async function sendMessaging(
  body: Body,
  account: Pick<GraphRequest, "host" | "accessToken"> & { id: string },
  priorAttempts: number,
  signal: AbortSignal,
): Promise<SendResult> {
  if (body.error) return { outcome: "refused", error: body.error, responseStatus: null };
  const { id, ...access } = account;
  const reply = await callGraph({ method: "POST", path: `${id}/messages`, body, ...access, signal });
  if (reply.kind !== "ok") return sendFailure(reply, messagingVerdict, priorAttempts);
  const externalMessageId = sent.safeParse(reply.body).data?.message_id ?? null;
  return { outcome: "accepted", externalMessageId, responseStatus: reply.status };
}
