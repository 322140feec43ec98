import { z } from "zod";
import { draftFrom, NO_TEMPLATE, type Definition, type ReadyTemplate } from "../templates/template-draft.ts";
import type { Broadcast, Planned } from "./queries.ts";

const form = z.object({
  /** The ID of the stored draft. null: not stored yet. */
  id: z.string().nullable(),
  name: z.string(),
  integrationId: z.string().nullable(),
  template: z.object({
    name: z.string(),
    language: z.string(),
    values: z.record(z.string(), z.string()),
    pairs: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
  }),
  /** Exactly these contacts. Empty: all contacts that match the other conditions. */
  clientIds: z.array(z.string()).default([]),
  tags: z.array(z.string()),
  stageId: z.string().nullable(),
  country: z.string().nullable(),
  segmentId: z.string().nullable().default(null),
  /** Contacts in one of these segments are left out. */
  excludeSegmentIds: z.array(z.string()).default([]),
  /** When it launches by itself, as "2026-11-30 09:00:00" in the reader's time zone. null: when a person launches it. */
  scheduledAt: z.string().nullable(),
});

/** A broadcast being written. Kept as JSON until it is stored, so that a reload loses nothing. */
export type BroadcastForm = z.infer<typeof form>;

export const EMPTY_FORM: BroadcastForm = {
  id: null,
  name: "",
  integrationId: null,
  template: NO_TEMPLATE,
  clientIds: [],
  tags: [],
  stageId: null,
  country: null,
  segmentId: null,
  excludeSegmentIds: [],
  scheduledAt: null,
};

/** The kept form. Returns `otherwise` if there is none or if it has an older shape. */
export function readForm(text: string | undefined, otherwise: BroadcastForm): BroadcastForm {
  try {
    return form.safeParse(JSON.parse(text ?? "null")).data ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param definition the definition of its template, if the channel has a list that contains it. */
export function formOf(stored: Broadcast, definition: Definition | null): BroadcastForm {
  const { id, name, integrationId, clientIds, clientTags: tags, clientStageId: stageId, country } = stored;
  const { segmentId, excludeSegmentIds } = stored;
  const template = draftFrom(stored, definition);
  const whom = { clientIds, tags, stageId, country, segmentId, excludeSegmentIds };
  return { id, name, integrationId, template, ...whom, scheduledAt: null };
}

/** The form's time in milliseconds. Not every browser parses a date and a time separated by a space. */
export function momentOf(scheduledAt: string): number {
  return Date.parse(scheduledAt.replace(" ", "T"));
}

/** What is missing before sending, in page order. */
export type FormProblem = "name" | "channel" | "template" | "time";

export function formProblems(
  { name, integrationId, scheduledAt }: BroadcastForm,
  ready: ReadyTemplate,
  nowMs: number,
): FormProblem[] {
  const problems: [FormProblem, boolean][] = [
    ["name", name.trim() === ""],
    ["channel", integrationId === null],
    ["template", !ready.isReady],
    ["time", scheduledAt !== null && !(momentOf(scheduledAt) > nowMs)],
  ];
  return problems.filter(([, isThere]) => isThere).map(([problem]) => problem);
}

/** The audience. null until both channel and template are chosen: without them no one can be counted. */
export function audienceOf(
  { integrationId, clientIds, tags, stageId, country, segmentId, excludeSegmentIds }: BroadcastForm,
  templateName: string,
): (Planned & { integrationId: string; templateName: string }) | null {
  if (integrationId === null || templateName === "") return null;
  const named = clientIds.length > 0 ? { clientIds } : {};
  const segments = { segmentId, excludeSegmentIds };
  return { integrationId, templateName, ...named, clientTags: tags, clientStageId: stageId, country, ...segments };
}

/** The input of createBroadcast and patchBroadcast. */
export function broadcastInput(given: BroadcastForm, ready: ReadyTemplate) {
  const { name, integrationId, clientIds, tags, stageId, country, segmentId, excludeSegmentIds, scheduledAt } = given;
  const { templateName, templateLang, templateComponents } = ready;
  return {
    name: name.trim(),
    integrationId: integrationId ?? "",
    clientIds: clientIds.length > 0 ? clientIds : null,
    clientTags: tags,
    clientStageId: stageId,
    country,
    segmentId,
    excludeSegmentIds,
    templateName,
    templateLang,
    templateComponents,
    scheduledAt: scheduledAt === null ? null : new Date(momentOf(scheduledAt)).toISOString(),
  };
}
