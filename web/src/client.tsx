import './styles/style.css';
import { cacheExchange, Client, fetchExchange, mapExchange, Provider, ssrExchange, type SSRData } from '@urql/preact';
import { hydrate } from 'preact';
import { App } from './app';
import { BrowserNavigation } from './navigation';
import { followSession, reloadSession, sessionFetch } from './session';
import { isUnauthenticated } from './use-page';

// The result of the page's request, which the server put into the page.
const initialState = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as SSRData;

const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  fetch: sessionFetch,
  // Does not accept multipart responses, so that the registry can respond from its cache.
  fetchOptions: { headers: { accept: 'application/graphql-response+json, application/json' } },
  exchanges: [
    mapExchange({ onError: (error) => isUnauthenticated(error) && reloadSession() }),
    cacheExchange,
    ssrExchange({ isClient: true, initialState }),
    fetchExchange,
  ],
});

hydrate(
  <Provider value={client}>
    <BrowserNavigation>
      <App origin={location.origin} />
    </BrowserNavigation>
  </Provider>,
  document.getElementById('app')!,
);

followSession();
