import { database } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import type { Language } from "../../readers/text/language-names.ts";
import type { Term, Vocabulary } from "./terms.ts";
import type { FoundPassage } from "../engine.ts";

/** A passage as stored in the database, with its title. */
export type Candidate = Omit<FoundPassage, "score" | "isUsed"> & { language: Language };

const CANDIDATES = 40;
/**
 * Limit for the rows that the search terms together may match in the index. Beyond it, the search skips the least telling terms, but the
 * scoring still uses them. Below it, the search uses all terms.
 */
const ROWS_MAX = 4_000;

const CANDIDATE = Prisma.sql`
  p.id, p."sourceId", coalesce(page.title, s.title) as title, coalesce(page.url, s.url) as url, p.heading, p.content, p.language`;
const ITS_TITLES = Prisma.sql`
  join "KnowledgeSource" s on s."workspaceId" = p."workspaceId" and s.id = p."sourceId"
  left join "KnowledgePage" page on page."workspaceId" = p."workspaceId" and page.id = p."pageId"`;

export async function passagesOf(workspaceId: number, ids: readonly string[]): Promise<Candidate[]> {
  return database().$queryRaw<Candidate[]>`
    select ${CANDIDATE} from "KnowledgePassage" p ${ITS_TITLES}
    where p."workspaceId" = ${workspaceId} and p.id = any(${ids}::uuid[])`;
}

/** The passages that may match these terms: those with the most telling ones. */
export async function candidatesOf(
  workspaceId: number,
  sourceIds: readonly string[],
  terms: readonly Term[],
  vocabulary: Vocabulary,
): Promise<Candidate[]> {
  const forms = telling(terms, vocabulary);
  if (forms.length === 0) return [];
  return database().$queryRaw<Candidate[]>`
    with form as (
      select f.term, f.query::tsquery as query, f.weight
      from jsonb_to_recordset(${JSON.stringify(forms)}::jsonb) as f(term int, query text, weight float8)
    ), hit as (
      select p.id, p."sourceId", p.position, f.term, max(f.weight) as weight
      from form f, lateral (
        select id, "sourceId", position from "KnowledgePassage"
        where "workspaceId" = ${workspaceId} and "sourceId" = any(${sourceIds}::uuid[]) and search @@ f.query
      ) p
      group by p.id, p."sourceId", p.position, f.term
    ), best as (
      select id, sum(weight) as weight from hit group by id, "sourceId", position
      order by 2 desc, "sourceId", position limit ${CANDIDATES}
    )
    select ${CANDIDATE}
    from best
    join "KnowledgePassage" p on p."workspaceId" = ${workspaceId} and p.id = best.id
    ${ITS_TITLES}
    order by best.weight desc, p."sourceId", p.position`;
}

function telling(terms: readonly Term[], { passagesWith }: Vocabulary) {
  const forms = terms
    .flatMap(({ forms: of, weight }, term) => of.map((word) => ({ term, word, weight })))
    .sort((a, b) => b.weight - a.weight);
  let rows = 0;
  return forms
    .filter(({ word }, at) => (rows += passagesWith.get(word) ?? 0) <= ROWS_MAX || at === 0)
    .map(({ term, word, weight }) => ({ term, query: quoted(word), weight }));
}

function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, "$&$&")}'`;
}

export async function sourceIdsOf(workspaceId: number, aiId: string, sourceKeys: readonly string[]): Promise<string[]> {
  if (sourceKeys.length === 0) return [];
  const rows = await database().knowledgeSource.findMany({
    where: { workspaceId, aiId, key: { in: [...sourceKeys] }, deletedAt: null },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
