import { z } from "zod";

/**
 * The replies of the stand-ins' models. The same prompt always gets the same reply. The models know only what the prompt
 * contains.
 */

/** A passage that a reply may be based on. */
export type Known = { id: number; text: string };

export type Grounded = { sentences: string[]; from: Known };

/** Stop words in the languages of the samples: they do not show what a question is about. */
const EMPTY_WORDS = new Set(
  (
    "a about and are can could der die das den do does ein eine for from have hat how i ich in is ist it kann me my not of on or please " +
    "que quanto como um uma o os as sie so some tell that the there this to und was welche what when where which who wie will with would you your"
  ).split(" "),
);

const PERSON = /\b(human|person|agent|colleague|mensch|mitarbeiter|atendente)\b/i;
const judgedAnswer = z.object({ rule: z.string(), answer: z.string().nullish() });

/** The best passage's sentences that share words with the question. null if no passage shares enough words. */
export function groundedIn(known: readonly Known[], question: string): Grounded | null {
  const asked = stems(question);
  if (asked.size === 0) return null;
  let best: { score: number; from: Known } | null = null;
  for (const from of known) {
    const score = shared(asked, stems(from.text));
    if (score > (best?.score ?? 0)) best = { score, from };
  }
  if (!best || best.score < Math.min(2, asked.size)) return null;
  const matching = sentencesOf(best.from.text)
    .map((sentence, place) => ({ sentence, place, score: shared(asked, stems(sentence)) }))
    .filter(({ score }) => score > 0);
  // Use a heading only if no full sentence matches.
  const whole = matching.filter(({ sentence }) => /[.!?]$/.test(sentence));
  const sentences = (whole.length > 0 ? whole : matching)
    .sort((a, b) => b.score - a.score)
    .slice(0, 2)
    .sort((a, b) => a.place - b.place)
    .map(({ sentence }) => sentence);
  return { sentences, from: best.from };
}

/** The chat model's reply to these messages. */
export function chatAnswer(messages: readonly { role: string; content: string }[]): string {
  const instructions = messages
    .filter(({ role }) => role === "system" || role === "developer")
    .map(({ content }) => content);
  const question = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const prompt = instructions.join("\n");
  const may = (keyword: string) => prompt.includes(keyword);
  if (may("#HANDOVER#") && PERSON.test(question)) {
    return "I am getting a colleague for you. #HANDOVER#";
  }
  if (may("#END#") && /^\W*(bye|goodbye|that was all|tsch[uü]ss|tchau)\b/i.test(question)) {
    return "You are welcome, goodbye! #END#";
  }
  if (prompt === "") return `You said: ${question}`;
  const found = groundedIn(
    prompt.split(/\n{2,}/).map((text, id) => ({ id, text })),
    question,
  );
  if (found) return found.sentences.join(" ");
  return may("#HANDOVER#") ? "#HANDOVER#" : "I do not know that.";
}

/**
 * The chat model's reply in JSON mode. If the prompt has numbered passages between <<< and >>>, it answers from them. If the
 * prompt gives a rule and an answer, it judges the answer. Otherwise it wraps the chat reply in an object.
 */
export function jsonAnswer(messages: readonly { role: string; content: string }[]): string {
  const prompt = messages.map(({ content }) => content).join("\n");
  const fences = [...prompt.matchAll(/^<<< (PASSAGE (\d+)|CONVERSATION)\n([\s\S]*?)\n>>>$/gm)];
  const conversation = fences.find(([, name]) => name === "CONVERSATION")?.[3];
  if (conversation !== undefined) {
    const passages = fences.flatMap(([, , id, text = ""]) => (id === undefined ? [] : [{ id: Number(id), text }]));
    return JSON.stringify(fromPassages(passages, conversation));
  }
  const judged = judgedIn(messages.at(-1)?.content ?? "");
  if (judged) {
    const rule = stems(judged.rule);
    const passes = shared(rule, stems(judged.answer)) * 2 >= rule.size;
    return JSON.stringify({ passes, why: passes ? "It keeps to the rule." : "It does not keep to the rule." });
  }
  return JSON.stringify({ answer: chatAnswer(messages) });
}

function fromPassages(passages: Known[], conversation: string): Record<string, unknown> {
  const lines = conversation.split(/^(?=(?:CUSTOMER|BUSINESS): )/m);
  const own = lines.slice(lines.findLastIndex((line) => line.startsWith("BUSINESS: ")) + 1);
  const question = own.map((line) => line.replace(/^CUSTOMER: /, "")).join(" ");
  const rest = { handover: PERSON.test(question) ? "The customer asks for a person" : null, tags: [], fields: {} };
  const found = groundedIn(passages, question);
  if (!found) return { answer: "", passages: [], fits: false, ...rest };
  const { id } = found.from;
  const answer = found.sentences.map((sentence) => `${sentence} [${id}]`).join(" ");
  return { answer, passages: [id], fits: true, ...rest };
}

function judgedIn(content: string): { rule: string; answer: string } | null {
  const { data } = judgedAnswer.safeParse(jsonOf(content));
  return data ? { rule: data.rule, answer: data.answer ?? "" } : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sentencesOf(text: string): string[] {
  return [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "");
}

function stems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !EMPTY_WORDS.has(word)).map((word) => word.slice(0, 5)));
}

function shared(asked: ReadonlySet<string>, there: ReadonlySet<string>): number {
  return [...asked].filter((stem) => there.has(stem)).length;
}
