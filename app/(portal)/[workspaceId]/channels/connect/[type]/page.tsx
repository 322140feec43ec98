import { ConnectTypePage } from "../../../../../../components/channels/connect-type-page.tsx";
import { pageTitle } from "../../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("connectChannel");

export default async function Page({ params }: { params: Promise<{ workspaceId: string; type: string }> }) {
  const { workspaceId, type } = await params;
  await requirePageSession(paths.signIn(paths.connectChannel(Number(workspaceId), type)));
  return <ConnectTypePage slug={type} />;
}
