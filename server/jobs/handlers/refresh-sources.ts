import { embedStaleSources } from "../../assistants/knowledge/embed-source.ts";
import { refreshDueSources } from "../../assistants/knowledge/refresh-due-sources.ts";

/**
 * Every five minutes: has the sites read again whose day has come, and what could not be read the last time; and has embedded what has
 * no vectors of the operator's model, because that is new, another, or was away for long.
 */
export async function refreshSources(): Promise<void> {
  await refreshDueSources();
  while ((await embedStaleSources()) > 0);
}
