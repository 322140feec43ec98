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

/** The properties that a change starts from: the draft's if there is a draft, otherwise the live ones. */
export function basisOf({ draft, integrationProperties }: Assistant): Json {
  return draft?.integrationProperties ?? integrationProperties;
}

/** The sources in the properties, in order. */
export function sourcesIn(properties: Json): NamedSource[] {
  return withSources.safeParse(properties).data?.sources ?? [];
}

/** A source's position in the properties that a change starts from. null: the draft no longer contains it. */
export function positionOf(source: Source, { draft }: Assistant): number | null {
  return draft ? source.draftPosition : source.livePosition;
}

/**
 * The position and entry of a displayed source in the properties.
 * @throws Error with a message for people, if someone else has just changed the list.
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

/** A request may have 256 KiB. This leaves room for the rest of it. */
const LIST_MAX_BYTES = 240 * 1024;

/**
 * Why a list of sources cannot be saved, in words. null: it can. The list contains whole texts, but only names of files and
 * sites.
 */
export function listProblem(sources: NamedSource[], t: Translate): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(sources)).length;
  if (bytes <= LIST_MAX_BYTES) return null;
  return t("tooLong", { max: Math.floor(LIST_MAX_BYTES / 1024), size: Math.ceil(bytes / 1024) });
}
