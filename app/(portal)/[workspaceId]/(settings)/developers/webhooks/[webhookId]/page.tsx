import { DeliveriesPage } from "../../../../../../../components/developers/deliveries-page.tsx";
import { pageTitle } from "../../../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("deliveries");

export default async function Page({ params }: { params: Promise<{ workspaceId: string; webhookId: string }> }) {
  const { workspaceId, webhookId } = await params;
  await requirePageSession(paths.signIn(paths.deliveries(Number(workspaceId), webhookId)));
  return <DeliveriesPage webhookId={webhookId} />;
}
