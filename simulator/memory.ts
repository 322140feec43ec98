import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

/** What the stand-ins keep across restarts: the registered webhooks, and who has written to the product. */
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
  /** Account → the app that a person gave access to it. */
  apps: z.record(z.string(), z.object({ appId: z.string(), appSecret: z.string() })).default({}),
  /** Telegram users who have started a bot. */
  chats: z.array(z.number()).default([]),
});
export type Memory = z.infer<typeof memory>;

/** Reads the memory from the file and returns a function that saves it. Without a file nothing is saved. */
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
