import type { Ctx } from "../../ctx.ts";
import type { Passage } from "../../readers/text/passages.ts";

/**
 * How passages lie in the database, for whoever searches them.
 *
 * - `language` is a text-search configuration of Postgres: the passage's own where it is long enough to tell, else its source's.
 * - `search` holds every word twice: as its stem in that configuration (weight A: title and heading path, weight B: content), and as it
 *   is written, lower-cased (configuration `simple`, weight D: all of it, stop words too), for names, numbers and codes. A search asks
 *   `search @@ (to_tsquery(language, …) || to_tsquery('simple', …))`, in each language that the assistant's passages have.
 * - A passage counts while its source has no `deletedAt`, whatever the source's `state` is: one that is being read again, or could not
 *   be, still has what was read before. Passages of one source change in one transaction, so nobody finds half of it.
 * - Which sources a version has, its properties say: by `sourceKey` of each (sync-sources.ts), against KnowledgeSource.key.
 * - `position` orders the passages of one page, or of a source without pages; the neighbours of one are those just before and after it.
 * - The GIN index leads with "workspaceId": (workspaceId, search).
 */
export type PassagePlace = {
  sourceId: string;
  /** Of a site. */
  pageId: string | null;
  /** The source's, or the page's. */
  title: string;
  firstPosition: number;
};

/** Rows in one statement: it must not take seconds. */
const AT_ONCE = 500;

/** Writes passages with their search vectors. `tx` is the transaction that took the old ones away. */
export async function insertPassages(tx: Ctx, place: PassagePlace, passages: readonly Passage[]): Promise<void> {
  for (let from = 0; from < passages.length; from += AT_ONCE) {
    const rows = passages.slice(from, from + AT_ONCE).map(({ position, heading, content, language }) => ({
      position: place.firstPosition + position,
      heading,
      content,
      language,
    }));
    await tx.db.$executeRaw`
      insert into "KnowledgePassage"
        ("workspaceId", id, "sourceId", "pageId", position, heading, content, language, search)
      select ${tx.workspaceId}, gen_random_uuid(), ${place.sourceId}::uuid, ${place.pageId}::uuid,
        p.position, p.heading, p.content, p.language,
        setweight(to_tsvector(p.language::regconfig, concat_ws(' ', ${place.title}::text, p.heading)), 'A')
          || setweight(to_tsvector(p.language::regconfig, p.content), 'B')
          || setweight(to_tsvector('simple', concat_ws(' ', ${place.title}::text, p.heading, p.content)), 'D')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as p(position int, heading text, content text, language text)
      order by p.position`;
  }
}
