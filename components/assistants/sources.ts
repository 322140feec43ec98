import type { useTranslations } from "next-intl";
import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";
import type { Assistant } from "./queries.ts";
import type { Source } from "./source-queries.ts";

type Translate = ReturnType<typeof useTranslations<"knowledge">>;

const namedSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), title: z.string(), text: z.string() }),
  z.object({ kind: z.literal("file"), title: z.string().optional(), fileName: z.string() }),
  z.object({ kind: z.literal("site"), title: z.string().optional(), url: z.string() }),
]);
const withSources = z.object({ sources: z.array(namedSource).default([]) });

export type NamedSource = z.infer<typeof namedSource>;
export type TextSource = Extract<NamedSource, { kind: "text" }>;

/** What changes build on: the draft where there is one, else what is live. */
export function basisOf({ draft, integrationProperties }: Assistant): Json {
  return draft?.integrationProperties ?? integrationProperties;
}

/** The sources that the properties name, in their order. */
export function sourcesIn(properties: Json): NamedSource[] {
  return withSources.safeParse(properties).data?.sources ?? [];
}

/** A source's place among those that changes build on; null: the draft names it no more. */
export function positionOf(source: Source, { draft }: Assistant): number | null {
  return draft ? source.draftPosition : source.livePosition;
}

/**
 * What the properties say of a source that is shown.
 * @throws Error in words for people, where somebody else has just changed the list.
 */
export function namedAt(assistant: Assistant, source: Source, t: Translate): { position: number; named: NamedSource } {
  const position = positionOf(source, assistant);
  const named = position === null ? undefined : sourcesIn(basisOf(assistant))[position];
  if (position === null || !named || !isSame(named, source)) {
    throw new Error(t("changedMeanwhile"));
  }
  return { position, named };
}

function isSame(named: NamedSource, source: Source): boolean {
  switch (named.kind) {
    case "text":
      return source.kind === "text" && source.title === named.title;
    case "file":
      return source.fileName === named.fileName;
    case "site":
      return source.url === named.url;
  }
}

/** A request has 256 KiB; its sources leave room for what else is in it. */
const LIST_MAX_BYTES = 240 * 1024;

/** Why a list of sources cannot be saved, in words; null: it can. Texts are kept in it whole, of files and sites only their names. */
export function listProblem(sources: NamedSource[], t: Translate): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(sources)).length;
  if (bytes <= LIST_MAX_BYTES) return null;
  return t("tooLong", { max: Math.floor(LIST_MAX_BYTES / 1024), size: Math.ceil(bytes / 1024) });
}
