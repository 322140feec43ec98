/** The limit of contacts in one broadcast. */
export const RECIPIENTS_MAX = 5_000;
/** The service's page limit. */
const PAGE = 200;

type Page = { ids?: string[]; first?: number; after?: string };
type Found = {
  nodes: readonly { clientId: string; integrationId: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};
export type Recipients = {
  clientIds: string[];
  /** The channel that all conversations share. null: they use several. */
  integrationId: string | null;
};

/**
 * The contacts of conversations, each once. null: more than one broadcast can name.
 * @param ids of the conversations. null: all of the list, page by page.
 * @param read reads one page of them.
 */
export async function collectRecipients(
  ids: readonly string[] | null,
  read: (page: Page) => Promise<Found>,
): Promise<Recipients | null> {
  const clients = new Set<string>();
  const channels = new Set<string>();
  const isTooMany = ({ nodes }: Found) => {
    for (const { clientId, integrationId } of nodes) {
      clients.add(clientId);
      channels.add(integrationId);
    }
    return clients.size > RECIPIENTS_MAX;
  };
  if (ids) {
    for (let from = 0; from < ids.length; from += PAGE)
      if (isTooMany(await read({ ids: ids.slice(from, from + PAGE) }))) return null;
  } else {
    let after: string | null = null;
    do {
      const page: Found = await read({ first: PAGE, ...(after === null ? {} : { after }) });
      if (isTooMany(page)) return null;
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
  }
  const [integrationId = null] = channels;
  return { clientIds: [...clients], integrationId: channels.size === 1 ? integrationId : null };
}
