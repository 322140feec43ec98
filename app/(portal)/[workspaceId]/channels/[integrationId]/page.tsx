import { ChannelPage } from "../../../../../components/channels/channel-page.tsx";
import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("channel");

export default async function Page({ params }: { params: Promise<{ workspaceId: string; integrationId: string }> }) {
  const { workspaceId, integrationId } = await params;
  await requirePageSession(paths.signIn(paths.channel(Number(workspaceId), integrationId)));
  return <ChannelPage integrationId={integrationId} />;
}
