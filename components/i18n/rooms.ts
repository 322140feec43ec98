import type { Messages } from "./catalogue.ts";

type Room = keyof Messages | "channels.types" | "list.views";

/**
 * The parts of the catalogue that each page loads, in addition to `everybody` and, in the portal, `frame`. A page with all texts
 * would load more slowly.
 * An entry is a room of the catalogue or a part of one. `rooms.test.ts` compares it with the texts that the components use.
 */
export const ROOMS = {
  everybody: ["auth", "broken", "service", "shell", "ui"],
  frame: ["bulk", "composer", "keys"],
  inbox: ["assistants", "channels.types", "developers", "evals", "inbox", "list", "templates", "thread"],
  contacts: ["channels.types", "contacts", "inbox", "templates"],
  broadcasts: ["broadcasts", "channels.types", "templates"],
  reports: ["reports"],
  channels: ["channels", "thread", "webchat"],
  assistants: ["assistants", "channels.types", "developers", "evals", "inbox", "knowledge"],
  playground: ["assistants", "developers", "evals", "playground"],
  settings: ["channels.types", "developers", "list.views", "settings"],
} satisfies Record<string, Room[]>;

export type Part = keyof typeof ROOMS;

/** The texts of one part only. */
export function wordsOf(part: Part, messages: Messages): Partial<Messages> {
  const rooms: readonly Room[] = ROOMS[part];
  return Object.fromEntries(
    rooms.map((name) => {
      const [room, within] = name.split(".") as [keyof Messages, string | undefined];
      const texts: Record<string, unknown> = messages[room];
      return [room, within === undefined ? texts : { [within]: texts[within] }];
    }),
  );
}
