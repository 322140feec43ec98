"use client";

import { TemplateComposer } from "../templates/template-composer.tsx";
import { NO_TEMPLATE, type TemplateDraft } from "../templates/template-draft.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useDraft, useDraftPart } from "../composer/use-draft.ts";

/** Sends a template to the conversation's contact. The draft keeps the chosen template and its values, also for other devices. */
export function ConvTemplate({ row, onSent }: { row: ConvRow; onSent: () => void }) {
  const draft = useDraft(row.id, "reply");
  const template = useDraftPart(draft, (now) => now.template);
  return (
    <TemplateComposer
      integrationId={row.integrationId}
      row={row}
      kept={{
        draft: template ?? NO_TEMPLATE,
        onChange: (next) => draft.change({ template: isBegun(next) ? next : null }),
      }}
      onSent={onSent}
    />
  );
}

function isBegun({ name, language, values, pairs }: TemplateDraft): boolean {
  return name !== "" || language !== "" || pairs.length > 0 || Object.keys(values).length > 0;
}
