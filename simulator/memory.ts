import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

/** What providers keep when nobody runs: where the product has its webhooks brought, and who has written to it. */
const memory = z.object({
  callbacks: z.record(z.string(), z.object({ url: z.string(), verifyToken: z.string() })).default({}),
  /** Bot token → its webhook. */
  webhooks: z
    .record(
      z.string(),
      z.object({
        url: z.string(),
        secret_token: z.string().optional(),
        allowed_updates: z.array(z.string()).optional(),
      }),
    )
    .default({}),
  /** Account and customer → when the customer last wrote, in milliseconds since 1970. */
  windows: z.record(z.string(), z.number()).default({}),
  /** Telegram's users who have started a bot. */
  chats: z.array(z.number()).default([]),
});
export type Memory = z.infer<typeof memory>;

/** The memory in the file, and how to write it down. Without a file everything is forgotten at the end. */
export function openMemory(file: string | undefined): { known: Memory; save: () => void } {
  const known = memory.parse(file === undefined ? {} : readOrEmpty(file));
  return {
    known,
    save: () => {
      if (file !== undefined) writeFileSync(file, JSON.stringify(known), { mode: 0o600 });
    },
  };
}

function readOrEmpty(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
