import { Missing } from './components/common';
import { lazy } from './components/lazy';
import { UserMenu } from './components/user-menu';
import { PageLink, useNavigation } from './navigation';
import { CataloguePage } from './pages/catalogue';
import { ModerationPage } from './pages/moderation';
import { NodePage } from './pages/node';
import { PublisherPage } from './pages/publisher';
import { ResolvePage } from './pages/resolve';
import { SignInPage } from './pages/sign-in';
import { requestOf, type Route, routeOf } from './routes';
import { useTitle } from './use-title';

const AccountPage = lazy(async () => (await import('./account/account')).AccountPage);
const ManagePage = lazy(async () => (await import('./account/manage')).ManagePage);

/** The layout of all pages, with the page of the current URL. */
export function App({ origin }: { readonly origin: string }) {
  const { url } = useNavigation();
  const route = routeOf(url);
  useTitle(route, requestOf(route) ? undefined : null);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <nav aria-label="Main">
          <PageLink to="/" class="brand" current={route.page === 'catalogue'}>
            <svg viewBox="0 0 32 32" aria-hidden="true">
              <rect width="32" height="32" rx="7" fill="#0a53be" />
              <path d="M9 10h14v5H9zm0 8h9v5H9z" fill="#fff" />
            </svg>
            Extension Registry
          </PageLink>
          <PageLink to="/workflow" current={route.page === 'resolve'}>
            Workflow
          </PageLink>
          <UserMenu url={url} />
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <Page route={route} origin={origin} url={url} />
      </main>
      <footer class="muted">
        <a href="/feed.atom">Feed of new versions</a>
        <a href="/graphql">GraphQL</a>
        <a href="/docs">REST API</a>
      </footer>
    </>
  );
}

function Page({ route, origin, url }: { readonly route: Route; readonly origin: string; readonly url: string }) {
  switch (route.page) {
    case 'catalogue':
      return <CataloguePage state={route.state} />;
    case 'node':
      return <NodePage key={route.id} id={route.id} origin={origin} />;
    case 'publisher':
      return <PublisherPage key={route.id} id={route.id} after={route.after} />;
    case 'resolve':
      return <ResolvePage />;
    case 'account':
      return <AccountPage />;
    case 'manage':
      return <ManagePage key={route.id} id={route.id} view={route.view} />;
    case 'signIn':
      return <SignInPage problem={route.problem} returnTo={route.returnTo} />;
    case 'moderation':
      return <ModerationPage view={route.view} subject={route.subject} url={url} />;
    default:
      return <Missing title="This page does not exist." />;
  }
}
