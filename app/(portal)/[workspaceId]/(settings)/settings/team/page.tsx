import { pageTitle } from "../../../../../../components/i18n/page-title.ts";
import { TeamPage } from "../../../../../../components/settings/team-page.tsx";
import { paths } from "../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("team");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.settings(Number(workspaceId), "team")));
  return <TeamPage />;
}
