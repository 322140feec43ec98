import { z } from "zod";
import { env } from "../../env.ts";
import { jsonOf, providerFetch } from "../../provider-fetch.ts";
import type { SafeReply } from "../../http-exchange.ts";
import type { ProviderTemplate, TemplateListing } from "../channel.ts";

const FIELDS = "id,name,language,status,category,library_template_name,components";
const PAGE_SIZE = 100;
/** Far more than an account may have (6,000 templates): a provider that pages for ever ends here. */
const MAX_PAGES = 100;
const DEADLINE_MS = 10_000;
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const credentials = z.object({ accessToken: z.string().min(1), wabaId: z.string().regex(/^[\w-]+$/) });

const template = z
  .object({
    id: z.coerce.string(),
    name: z.string(),
    language: z.string(),
    status: z.string(),
    category: z.string(),
    library_template_name: z.string().nullish(),
    components: z.unknown().optional(),
  })
  .transform(({ library_template_name, components, ...rest }): ProviderTemplate => ({
    ...rest,
    libraryTemplateName: library_template_name ?? null,
    components: components ?? [],
  }));

const page = z.object({
  // An element that we cannot read must not hide the others.
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

const failure = z.object({
  error: z.object({
    message: z.string(),
    code: z.number().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.union([z.string(), z.object({ details: z.string().optional() })]).optional(),
  }),
});

/** All message templates of a WhatsApp Business account (Graph API), page by page along its cursors. */
export async function listWhatsappTemplates(given: unknown): Promise<TemplateListing> {
  const parsed = credentials.safeParse(given);
  if (!parsed.success) return { outcome: "failed", error: "The channel has no WhatsApp Business account (wabaId)" };
  const { accessToken, wabaId } = parsed.data;
  const { META_GRAPH_URL, META_GRAPH_VERSION } = env();
  const found = new Map<string, ProviderTemplate>();
  let after: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const query = new URLSearchParams({ fields: FIELDS, limit: String(PAGE_SIZE), ...(after ? { after } : {}) });
    const reply = await providerFetch({
      // Built from the cursor: the `next` address of the answer is never called, it could be anybody's.
      url: `${META_GRAPH_URL}/${META_GRAPH_VERSION}/${wabaId}/message_templates?${query.toString()}`,
      method: "GET",
      headers: { authorization: `Bearer ${accessToken}`, accept: "application/json" },
      deadlineMs: DEADLINE_MS,
      maxBodyBytes: MAX_BODY_BYTES,
    });
    const listed = readPage(reply);
    if ("error" in listed) return { outcome: "failed", error: listed.error };
    for (const item of listed.data) found.set(item.id, item);
    const next = listed.paging?.next ? listed.paging.cursors?.after : undefined;
    if (next === undefined || next === after) return { outcome: "listed", templates: [...found.values()] };
    after = next;
  }
  return { outcome: "failed", error: `The provider's list of templates does not end after ${MAX_PAGES} pages` };
}

function readPage(reply: SafeReply): z.infer<typeof page> | { error: string } {
  if (reply.kind !== "answer") return { error: reply.error };
  if (reply.status === 200 && !reply.cut) {
    const listed = page.safeParse(jsonOf(reply.body));
    return listed.success ? listed.data : { error: "The provider's list of templates cannot be read" };
  }
  const said = failure.safeParse(jsonOf(reply.body));
  if (!said.success) return { error: `The provider answered ${reply.status}` };
  const { message, error_user_msg, error_data } = said.data.error;
  const details = typeof error_data === "string" ? error_data : error_data?.details;
  return { error: details ?? error_user_msg ?? message };
}
