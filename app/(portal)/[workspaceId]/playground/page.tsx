import { pageTitle } from "../../../../components/i18n/page-title.ts";
import { PlaygroundPage } from "../../../../components/playground/playground-page.tsx";
import { paths } from "../../../../components/paths.ts";
import { requirePageSession } from "../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("playground");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.playground(Number(workspaceId))));
  return <PlaygroundPage />;
}
