import { refreshUsedTemplates } from "../../integrations/refresh-used-templates.ts";

/** Each hour: asks the providers of channels that are in use for their templates. */
export async function refreshTemplatesHourly(): Promise<void> {
  await refreshUsedTemplates();
}
