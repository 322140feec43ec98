import { ExplorerPage } from "../../../../../../components/developers/explorer-page.tsx";
import { pageTitle } from "../../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("apiExplorer");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.developers(Number(workspaceId), "explorer")));
  return <ExplorerPage />;
}
