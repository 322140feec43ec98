import { HydrationBoundary } from "@tanstack/react-query";
import { InboxScreen } from "../../../../../components/inbox/inbox-screen.tsx";
import { readInbox } from "../../../../../components/inbox/read-inbox.ts";
import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../components/paths.ts";
import { askAsPage, readsAhead, requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("inbox");

type Props = {
  params: Promise<{ workspaceId: string; convId?: string[] }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: Props) {
  const { workspaceId, convId: [convId] = [] } = await params;
  await requirePageSession(paths.signIn(paths.inbox(Number(workspaceId), convId)));
  const asked = Object.entries(await searchParams).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? [] : [[name, first]];
  });
  const place = { workspaceId: Number(workspaceId), convId: convId ?? null, params: new URLSearchParams(asked) };
  return (
    <HydrationBoundary state={(await readsAhead()) ? await readInbox(askAsPage, place) : null}>
      <InboxScreen />
    </HydrationBoundary>
  );
}
