import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";

/** As much of a message as says which template was sent, and what it was filled with. */
export type SentTemplate = Pick<Message, "integrationId"> & { template?: unknown };

const parameter = z.looseObject({
  type: z.string().catch("text"),
  parameter_name: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
});
const component = z.object({
  type: z.string().toUpperCase().catch(""),
  text: z.string().optional().catch(undefined),
  parameters: z.array(parameter).catch([]),
});
const components = z.array(component).catch([]);
const sent = z.object({ name: z.string(), language: z.string().nullish(), components });
const fallback = z.object({ fallback_value: z.string() });

type Definition = { integrationId: string; name: string; language: string; components: unknown };

/**
 * The body of each template as the contact reads it, in the same order. Null where the channel's definition of it is not known and the
 * components carry no text of their own.
 */
export async function templateTexts(ctx: Ctx, messages: readonly SentTemplate[]): Promise<(string | null)[]> {
  const templates = messages.map(({ integrationId, template }) => ({
    integrationId,
    ...sent.safeParse(template).data,
  }));
  const names = [...new Set(templates.flatMap(({ name }) => name ?? []))];
  const channels = [...new Set(templates.map(({ integrationId }) => integrationId))];
  const definitions: Definition[] =
    names.length === 0
      ? []
      : await ctx.db.messageTemplate.findMany({
          where: { workspaceId: ctx.workspaceId, integrationId: { in: channels }, name: { in: names } },
          select: { integrationId: true, name: true, language: true, components: true },
        });
  return templates.map(({ integrationId, name, language, components: filled = [] }) => {
    const own = definitions.filter((each) => each.integrationId === integrationId && each.name === name);
    const definition = own.find((each) => each.language === language) ?? (own.length === 1 ? own[0] : undefined);
    const given = filled.find(({ type }) => type === "BODY");
    const body = components.parse(definition?.components).find(({ type }) => type === "BODY")?.text ?? given?.text;
    return body ? fill(body, given?.parameters ?? []) : null;
  });
}

/** `{{1}}` by place, `{{name}}` by name or, where none is given, by place too; what has no value stays. */
function fill(body: string, parameters: readonly z.infer<typeof parameter>[]): string {
  const places: string[] = [];
  return body.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    if (!places.includes(name)) places.push(name);
    const place = /^\d+$/.test(name) ? Number(name) - 1 : places.indexOf(name);
    const value = parameters.find((each) => each.parameter_name === name) ?? parameters[place];
    return value ? (value.text ?? fallback.safeParse(value[value.type]).data?.fallback_value ?? whole) : whole;
  });
}
