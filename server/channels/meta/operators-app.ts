import { env } from "../../env.ts";

/** The app of a channel. */
type App = { appId?: string | undefined; appSecret: string };

/** Whether this is the operator's own app, with which people connect channels by signing in. It serves many workspaces. */
export function isOperatorsApp({ appId }: Pick<App, "appId">): boolean {
  return appId !== undefined && appId === env().META_APP_ID;
}

/** The app's secret. The operator's is the current one, because a channel's copy may be older. */
export function secretOf(app: App): string {
  return (isOperatorsApp(app) ? env().META_APP_SECRET : undefined) ?? app.appSecret;
}

/** Where the operator's app delivers the events of all its channels. It belongs to none of them. */
export function operatorsAppAddress(): string {
  return `${env().APP_URL}/ext/v1/incoming/meta`;
}
