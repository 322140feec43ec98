import { escapeHtml } from "../escape-html.ts";

/** The content of an email, as HTML and as plain text. */
export type Email = { subject: string; text: string; html: string };

type Parts = {
  subject: string;
  /** The main text, one paragraph each. */
  paragraphs: string[];
  /** Items with links. */
  items?: { title: string; body: string; url: string }[];
  /** Paragraphs after the items. */
  afterItems?: string[];
  /** The button. `orAddress` introduces the plain URL when the email is not in English. */
  action: { label: string; url: string; orAddress?: string };
  /** Small print. */
  footnotes: string[];
  locale?: string;
};

/** Builds an email from plain texts of any origin. The HTML escapes all of them, and the subject cannot contain line breaks. */
export function writeEmail(parts: Parts): Email {
  const { subject, paragraphs, items = [], afterItems = [], action, footnotes, locale = "en" } = parts;
  const listed = items.map(({ title, body, url }) => `- ${title}\n  ${body}\n  ${url}`);
  const text = [...paragraphs, ...listed, ...afterItems, `${action.label}:\n${action.url}`, "-- ", ...footnotes].join(
    "\n\n",
  );
  const html = `<!doctype html>
<html lang="${locale}">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
  <body style="margin:0;padding:32px 16px;background:#f5f6f5;color:#1b201e;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
    <div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
      ${paragraphs.map((words) => `<p style="margin:0 0 16px">${escapeHtml(words)}</p>`).join("\n      ")}
      ${items.map(itemHtml).join("\n      ")}
      ${afterItems.map((words) => `<p style="margin:0 0 16px">${escapeHtml(words)}</p>`).join("\n      ")}
      <p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0c6655;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
      <p style="margin:0 0 16px;font-size:13px;color:#66706b">${escapeHtml(action.orAddress ?? "Or open this address:")} <a href="${escapeHtml(action.url)}" style="color:#0c6655;word-break:break-all">${escapeHtml(action.url)}</a></p>
      ${footnotes.map((words) => `<p style="margin:0 0 8px;font-size:13px;color:#66706b">${escapeHtml(words)}</p>`).join("\n      ")}
    </div>
  </body>
</html>
`;
  return { subject: subject.replace(/\s+/g, " "), text: `${text}\n`, html };
}

function itemHtml({ title, body, url }: NonNullable<Parts["items"]>[number]): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="color:#0c6655;font-weight:600">${escapeHtml(title)}</a><br><span style="color:#66706b">${escapeHtml(body)}</span></p>`;
}
