import { z } from "zod";
import { linesOfBlocks } from "./read-blocks.ts";

const text = z.string();
const maybe = z.string().optional().catch(undefined);
/** Numbers come as text in some bodies. */
const number = z.union([z.number(), z.string().regex(/^-?\d+$/)]).transform(Number);
const list = <T>(shape: z.ZodType<T>) =>
  z.array(z.unknown()).transform((all) => all.flatMap((each) => shape.safeParse(each).data ?? []));

const SHAPES = {
  poll: z.object({ question: text, options: list(z.object({ text })).catch([]) }),
  dice: z.object({ emoji: text, value: number }),
  checklist: z.object({ title: text, tasks: list(z.object({ text })).catch([]) }),
  web_app_data: z.object({ data: text, button_text: maybe }),
  invoice: z.object({
    title: text,
    description: maybe,
    currency: maybe,
    total_amount: number.optional().catch(undefined),
  }),
  successful_payment: z.object({ currency: text, total_amount: number }),
  paid_media: z.object({ star_count: number }),
  game: z.object({ title: text, description: maybe }),
  users_shared: z.object({ users: list(z.object({ first_name: maybe, last_name: maybe, username: maybe })) }),
  chat_shared: z.object({ title: text }),
  rich_message: z.object({ blocks: z.array(z.unknown()) }),
};

/** Says what is in a message of a kind without a type of its own: the first line goes in brackets. null: it cannot be read. */
const READERS: { [Kind in keyof typeof SHAPES]: (given: z.infer<(typeof SHAPES)[Kind]>) => string[] | null } = {
  poll: ({ question, options }) => [`Poll: ${question}`, ...options.map((each) => `• ${each.text}`)],
  dice: ({ emoji, value }) => [`${emoji} ${value}`],
  checklist: ({ title, tasks }) => [`Checklist: ${title}`, ...tasks.map((each) => `• ${each.text}`)],
  web_app_data: ({ data, button_text }) => [`Data of a mini app${button_text ? `: ${button_text}` : ""}`, data],
  invoice: ({ title, description, currency, total_amount }) => [
    `Invoice: ${title}`,
    ...(description ? [description] : []),
    ...(currency && total_amount !== undefined ? [amount(total_amount, currency)] : []),
  ],
  successful_payment: ({ currency, total_amount }) => [`Payment: ${amount(total_amount, currency)}`],
  paid_media: ({ star_count }) => [`Paid media for ${amount(star_count, "XTR")}`],
  game: ({ title, description }) => [`Game: ${title}`, ...(description ? [description] : [])],
  users_shared: ({ users }) => {
    const names = users.map(
      ({ first_name, last_name, username }) =>
        [first_name, last_name].filter(Boolean).join(" ") || (username ? `@${username}` : "somebody"),
    );
    return names.length > 0 ? [`Shared users: ${names.join(", ")}`] : null;
  },
  chat_shared: ({ title }) => [`Shared chat: ${title}`],
  rich_message: ({ blocks }) => {
    const lines = linesOfBlocks(blocks);
    return lines.length > 0 ? ["Formatted message", ...lines] : null;
  },
};

/** Words for kinds whose content is not read, or could not be. */
const WORDS: Record<string, string> = {
  poll: "Poll",
  dice: "Dice",
  game: "Game",
  story: "Story",
  invoice: "Invoice",
  successful_payment: "Payment",
  paid_media: "Paid media",
  checklist: "Checklist",
  gift: "Gift",
  unique_gift: "Gift",
  giveaway: "Giveaway",
  giveaway_winners: "Winners of a giveaway",
  users_shared: "Shared users",
  chat_shared: "Shared chat",
  passport_data: "Telegram Passport",
  web_app_data: "Data of a mini app",
  rich_message: "Formatted message",
};

/** The lines of a message of such a kind, the first to be put in brackets; null for all other kinds. */
export function otherLines(message: Record<string, unknown>): string[] | null {
  for (const kind of Object.keys(SHAPES) as (keyof typeof SHAPES)[]) {
    const lines = kind in message ? readAs(kind, message[kind]) : null;
    if (lines) return lines;
  }
  const kind = Object.keys(WORDS).find((key) => key in message);
  return kind === undefined ? null : [WORDS[kind] ?? kind];
}

function readAs<Kind extends keyof typeof SHAPES>(kind: Kind, value: unknown): string[] | null {
  const read = SHAPES[kind].safeParse(value);
  return read.success ? READERS[kind](read.data as z.infer<(typeof SHAPES)[Kind]>) : null;
}

/** @param units the smallest of the currency, as Telegram counts: 145 is 1.45 EUR. Stars (XTR) have none smaller. */
function amount(units: number, currency: string): string {
  if (currency === "XTR") return `${units} stars`;
  let digits = 2;
  try {
    digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    // No currency code. Two digits are the usual.
  }
  return `${(units / 10 ** digits).toFixed(digits)} ${currency}`;
}
