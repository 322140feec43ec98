import { z } from "zod";
import { draftFrom, NO_TEMPLATE, type Definition, type ReadyTemplate } from "../templates/template-draft.ts";
import type { Broadcast, Planned } from "./queries.ts";

const form = z.object({
  /** Of the draft that it is stored as; null while it is not. */
  id: z.string().nullable(),
  name: z.string(),
  integrationId: z.string().nullable(),
  template: z.object({
    name: z.string(),
    language: z.string(),
    values: z.record(z.string(), z.string()),
    pairs: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
  }),
  /** Exactly these contacts; none: everybody for whom the rest holds. */
  clientIds: z.array(z.string()).default([]),
  tags: z.array(z.string()),
  stageId: z.string().nullable(),
  country: z.string().nullable(),
  /** When it launches itself, as "2026-11-30 09:00:00" of the reader's clock; null: when launched. */
  scheduledAt: z.string().nullable(),
});

/** A broadcast that is being written. Kept as JSON until it is stored, so that nothing typed is lost by a reload. */
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
  scheduledAt: null,
};

/** What was kept; `otherwise` when it is nothing, or of an older shape. */
export function readForm(text: string | undefined, otherwise: BroadcastForm): BroadcastForm {
  try {
    return form.safeParse(JSON.parse(text ?? "null")).data ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param definition of its template, where the channel has a list that it is on. */
export function formOf(stored: Broadcast, definition: Definition | null): BroadcastForm {
  const { id, name, integrationId, clientIds, clientTags: tags, clientStageId: stageId, country } = stored;
  const template = draftFrom(stored, definition);
  return { id, name, integrationId, template, clientIds, tags, stageId, country, scheduledAt: null };
}

/** The form's time in milliseconds; not every browser reads a date and a time with a space between. */
export function momentOf(scheduledAt: string): number {
  return Date.parse(scheduledAt.replace(" ", "T"));
}

/** What is missing before it can be sent, in the order of the page. */
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

/** Whom it is for; null while channel or template are not chosen, without which nobody can be counted. */
export function audienceOf(
  { integrationId, clientIds, tags, stageId, country }: BroadcastForm,
  templateName: string,
): (Planned & { integrationId: string; templateName: string }) | null {
  if (integrationId === null || templateName === "") return null;
  const named = clientIds.length > 0 ? { clientIds } : {};
  return { integrationId, templateName, ...named, clientTags: tags, clientStageId: stageId, country };
}

/** As createBroadcast and patchBroadcast take it. */
export function broadcastInput(given: BroadcastForm, ready: ReadyTemplate) {
  const { name, integrationId, clientIds, tags, stageId, country, scheduledAt } = given;
  const { templateName, templateLang, templateComponents } = ready;
  return {
    name: name.trim(),
    integrationId: integrationId ?? "",
    clientIds: clientIds.length > 0 ? clientIds : null,
    clientTags: tags,
    clientStageId: stageId,
    country,
    templateName,
    templateLang,
    templateComponents,
    scheduledAt: scheduledAt === null ? null : new Date(momentOf(scheduledAt)).toISOString(),
  };
}
