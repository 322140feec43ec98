import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import type { MessageTemplate } from "../generated/prisma/client.ts";

/** Every account of WhatsApp's has it from the beginning. */
const SAMPLE = "hello_world";

const component = z.object({ type: z.string(), format: z.string().optional() });
const components = z.array(component);
const PLAIN = ["BODY", "FOOTER", "BUTTONS"];

/** An approved template that can be sent as it is, with nothing to fill in; null when the channel has none. */
export async function testTemplate(ctx: Ctx, integrationId: string): Promise<MessageTemplate | null> {
  const approved = await ctx.db.messageTemplate.findMany({
    where: { workspaceId: ctx.workspaceId, integrationId, status: "APPROVED", category: { not: "AUTHENTICATION" } },
    orderBy: [{ name: "asc" }, { language: "asc" }],
  });
  const ready = approved.filter((template) => needsNothing(template.components));
  return ready.find(({ name }) => name === SAMPLE) ?? ready[0] ?? null;
}

/** No variable, no picture to bring, no button that wants a value. */
export function needsNothing(given: unknown): boolean {
  const parsed = components.safeParse(given);
  if (!parsed.success) return false;
  const text = JSON.stringify(given);
  if (text.includes("{{") || /"type":"(?:FLOW|COPY_CODE|OTP|CATALOG|MPM|SPM)"/i.test(text)) return false;
  return parsed.data.every(({ type, format = "TEXT" }) => {
    const kind = type.toUpperCase();
    return PLAIN.includes(kind) || (kind === "HEADER" && format.toUpperCase() === "TEXT");
  });
}
