import { pageTitle } from "../../../../../../components/i18n/page-title.ts";
import { TargetsPage } from "../../../../../../components/settings/targets-page.tsx";
import { paths } from "../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("targets");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.settings(Number(workspaceId), "targets")));
  return <TargetsPage />;
}
