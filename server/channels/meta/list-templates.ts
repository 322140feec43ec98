import { z } from "zod";
import { inEnglish } from "../../say.ts";
import type { ProviderTemplate, TemplateListing } from "../template.ts";
import { callGraph, type GraphReply } from "./graph-api.ts";

const FIELDS = "id,name,language,status,category,library_template_name,parameter_format,quality_score,components";
/** A page's templates have no quality score. */
const PAGE_FIELDS = FIELDS.replace("quality_score,", "");
const PAGE_SIZE = 100;
/** Far more than an account may have (6,000 templates). It stops a provider that pages for ever. */
const MAX_PAGES = 100;
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const token = { accessToken: z.string().min(1) };
const ofAccount = z.object({ ...token, wabaId: z.string().regex(/^[\w-]+$/) });
const ofPage = z.object({ ...token, pageId: z.string().regex(/^\d+$/) });

const template = z
  .object({
    id: z.coerce.string(),
    name: z.string(),
    language: z.string(),
    status: z.string(),
    category: z.string(),
    library_template_name: z.string().nullish(),
    parameter_format: z.string().nullish().catch(null),
    quality_score: z.object({ score: z.string() }).nullish().catch(null),
    components: z.unknown().optional(),
  })
  .transform(({ library_template_name, parameter_format, quality_score, components, ...rest }): ProviderTemplate => ({
    ...rest,
    libraryTemplateName: library_template_name ?? null,
    parameterFormat: parameter_format ?? null,
    // A new template has no score yet.
    qualityScore: quality_score && quality_score.score !== "UNKNOWN" ? quality_score.score : null,
    components: components ?? [],
  }));

const page = z.object({
  // An unreadable element must not hide the others.
  data: z.array(z.unknown()).transform((items) =>
    items.flatMap((item) => {
      const parsed = template.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

/** All message templates of a WhatsApp Business account. */
export async function listWhatsappTemplates(given: unknown): Promise<TemplateListing> {
  const parsed = ofAccount.safeParse(given);
  if (!parsed.success) return { outcome: "failed", error: "The channel has no WhatsApp Business account (wabaId)" };
  const { accessToken, wabaId } = parsed.data;
  return listTemplates(wabaId, FIELDS, accessToken);
}

/**
 * All message templates of a Facebook page. A header's file is fixed when the template is made and is not sent, so that header is left out.
 * Source: Meta, "Page Message Templates".
 */
export async function listPageTemplates(given: unknown): Promise<TemplateListing> {
  const parsed = ofPage.safeParse(given);
  if (!parsed.success) return { outcome: "failed", error: "The channel has no page (pageId)" };
  const { accessToken, pageId } = parsed.data;
  const listed = await listTemplates(pageId, PAGE_FIELDS, accessToken);
  if (listed.outcome === "failed") return listed;
  const templates = listed.templates.map((each) => ({ ...each, components: withoutFiles(each.components) }));
  return { outcome: "listed", templates };
}

const fileHeader = z.object({ type: z.string().regex(/^header$/i), format: z.string().regex(/^(?!text$)/i) });

function withoutFiles(components: unknown): unknown {
  return Array.isArray(components) ? components.filter((each) => !fileHeader.safeParse(each).success) : components;
}

/** All message templates of an account or a page (Graph API), page by page with its cursors. */
async function listTemplates(ownerId: string, fields: string, accessToken: string): Promise<TemplateListing> {
  const found = new Map<string, ProviderTemplate>();
  let after: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const query = { fields, limit: String(PAGE_SIZE), ...(after ? { after } : {}) };
    // Built from the cursor. The `next` address of the response is never called, because it could point anywhere.
    const path = `${ownerId}/message_templates`;
    const reply = await callGraph({ method: "GET", path, query, accessToken, maxBodyBytes: MAX_BODY_BYTES });
    const listed = readPage(reply);
    if ("error" in listed) return { outcome: "failed", error: listed.error };
    for (const item of listed.data) found.set(item.id, item);
    const next = listed.paging?.next ? listed.paging.cursors?.after : undefined;
    if (next === undefined || next === after) return { outcome: "listed", templates: [...found.values()] };
    after = next;
  }
  return { outcome: "failed", error: `The provider's list of templates does not end after ${MAX_PAGES} pages` };
}

function readPage(reply: GraphReply): z.infer<typeof page> | { error: string } {
  if (reply.kind !== "ok") return { error: reply.kind === "error" ? reply.error.words : inEnglish(reply.error) };
  const listed = page.safeParse(reply.body);
  return listed.success ? listed.data : { error: "The provider's list of templates cannot be read" };
}
