import { pageTitle } from "../../../../../../components/i18n/page-title.ts";
import { WorkspacePage } from "../../../../../../components/settings/workspace-page.tsx";
import { paths } from "../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("workspace");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.settings(Number(workspaceId), "workspace")));
  return <WorkspacePage />;
}
