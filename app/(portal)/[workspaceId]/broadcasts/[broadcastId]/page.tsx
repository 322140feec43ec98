import { BroadcastPage } from "../../../../../components/broadcasts/broadcast-page.tsx";
import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("broadcast");

export default async function Page({ params }: { params: Promise<{ workspaceId: string; broadcastId: string }> }) {
  const { workspaceId, broadcastId } = await params;
  await requirePageSession(paths.signIn(paths.broadcast(Number(workspaceId), broadcastId)));
  return <BroadcastPage key={broadcastId} broadcastId={broadcastId} />;
}
