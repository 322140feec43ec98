import type { Ctx } from "../ctx.ts";
import { anyConvsSql, type ReportInput } from "./period.ts";

/** An advertisement, a link, a page: how many conversations it led to, or back to. */
export type Source = {
  sourceType: string;
  /** The provider's id of an advertisement. */
  adId: string | null;
  /** The latest headline of the advertisement. */
  headline: string | null;
  /** The address, if it is no known advertisement. */
  url: string | null;
  convs: number;
};

/** Sent messages of one price category of a provider that did not fail. `charged` are those that cost; the others are free. */
export type PriceCount = { category: string; messages: number; charged: number };

export function countSources(ctx: Ctx, input: ReportInput): Promise<Source[]> {
  return ctx.db.$queryRaw`
    select m."sourceType", m.ad ->> 'id' as "adId", case when m.ad ->> 'id' is null then m."sourceUrl" end as url,
      (array_agg(m.ad ->> 'headline' order by m."createdAt" desc) filter (where m.ad ->> 'headline' is not null))[1] as headline,
      count(distinct m."convId")::int as convs
    from "Message" m join "Conversation" c on c."workspaceId" = m."workspaceId" and c.id = m."convId"
    where m."workspaceId" = ${ctx.workspaceId} and m."sourceType" is not null and ${anyConvsSql(ctx, input)}
      and m."createdAt" >= ${input.startDate} and m."createdAt" < ${input.endDate}
    group by 1, 2, 3 order by convs desc, 1, 2, 3 limit 30`;
}

export function countPrices(ctx: Ctx, input: ReportInput): Promise<PriceCount[]> {
  return ctx.db.$queryRaw`
    select m.price ->> 'category' as category, count(*)::int as messages,
      (count(*) filter (where m.price ->> 'type' = 'regular'))::int as charged
    from "Message" m join "Conversation" c on c."workspaceId" = m."workspaceId" and c.id = m."convId"
    where m."workspaceId" = ${ctx.workspaceId} and m.price is not null and m.status <> 'failed' and ${anyConvsSql(ctx, input)}
      and m."createdAt" >= ${input.startDate} and m."createdAt" < ${input.endDate}
    group by 1 order by messages desc, 1`;
}
