import { useEffect, useRef, useState } from 'preact/hooks';
import { Message, searchedWords } from '../components/common';
import { NodeCard } from '../components/node-card';
import { exactCount } from '../format';
import { PageLink, useNavigation } from '../navigation';
import { useNewVersions } from '../new-versions';
import { CATALOGUE } from '../queries';
import { type CatalogueState, catalogueUrl, catalogueVariables, ORDERS, type OrderName } from '../routes';
import { usePage } from '../use-page';
import { useTitle } from '../use-title';

/** Milliseconds without a key press after which a search starts. */
const TYPING_PAUSE_MS = 150;

const SYSTEMS = [
  ['Microsoft :: Windows', 'Windows'],
  ['POSIX :: Linux', 'Linux'],
  ['MacOS', 'macOS'],
] as const;
const ACCELERATORS = [
  ['GPU :: NVIDIA CUDA', 'NVIDIA CUDA'],
  ['GPU :: AMD ROCm', 'AMD ROCm'],
  ['GPU :: Intel Arc', 'Intel Arc'],
  ['NPU :: Huawei Ascend', 'Huawei Ascend'],
  ['GPU :: Apple Metal', 'Apple Metal'],
] as const;

/** The catalogue: search, filters, and a page of nodes. */
export function CataloguePage({ state }: { readonly state: CatalogueState }) {
  const { data, error, isLoading, reload } = usePage(CATALOGUE, catalogueVariables(state));
  useTitle({ page: 'catalogue', state }, data);
  const added = useNewVersions();
  const found = data?.searchNodes;
  return (
    <>
      <h1>Extension nodes</h1>
      <Filters state={state} />
      <ActiveFilters state={state} />
      <div class="bar" role="status" aria-live="polite">
        <span class="muted">
          {found ? `${exactCount(found.total)} ${found.total === 1 ? 'node' : 'nodes'}` : isLoading ? 'Loading …' : ''}
        </span>
        {added.count > 0 && (
          <button
            type="button"
            onClick={() => {
              added.reset();
              reload();
            }}
          >
            {added.count === 1 ? '1 new version' : `${added.count} new versions`}. Show
          </button>
        )}
      </div>
      {error !== undefined && (
        <Message title={error} isError>
          <button type="button" onClick={reload}>
            Try again
          </button>
        </Message>
      )}
      {found && found.total === 0 && (
        <Message title="No node matches.">
          <p>
            Try fewer words or filters, or <PageLink to="/">see all nodes</PageLink>.
          </p>
        </Message>
      )}
      {found && found.total > 0 && found.nodes.length === 0 && (
        <Message title="This page is empty.">
          <p>
            <PageLink to={catalogueUrl({ ...state, page: 1 })}>See the first page</PageLink>
          </p>
        </Message>
      )}
      {found && found.nodes.length > 0 && (
        <>
          <ul class="cards" aria-busy={isLoading}>
            {found.nodes.map((node) => (
              <NodeCard key={node.id} node={node} words={searchedWords(state.search)} />
            ))}
          </ul>
          <Pages state={state} last={found.totalPages} />
        </>
      )}
    </>
  );
}

/** The tag and publisher that the list is filtered by, each with a link that removes the filter. */
function ActiveFilters({ state }: { readonly state: CatalogueState }) {
  const parts = (['tag', 'publisher'] as const).filter((part) => state[part] !== '');
  if (parts.length === 0) return null;
  return (
    <p>
      {parts.map((part) => (
        <PageLink key={part} class="tag" to={catalogueUrl({ ...state, [part]: '', page: 1 })}>
          {part}: {state[part]} <span aria-hidden="true">×</span>
          <span class="hidden"> (remove)</span>
        </PageLink>
      ))}
    </p>
  );
}

/** The form of the filters. It works without scripts; with scripts, each change updates the list. */
function Filters({ state }: { readonly state: CatalogueState }) {
  const { go } = useNavigation();
  const [typed, setTyped] = useState(state.search);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(state);
  latest.current = state;
  // Copies the search of the URL into the field, for example after Back, but not while the user is typing.
  useEffect(() => {
    if (timer.current === undefined) setTyped(state.search);
  }, [state.search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (part: Partial<CatalogueState>): void =>
    go(catalogueUrl({ ...latest.current, ...part, page: 1 }), { replace: true, keepScroll: true });
  const type = (search: string): void => {
    setTyped(search);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      change({ search });
    }, TYPING_PAUSE_MS);
  };
  return (
    <form
      class="filters"
      action="/"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        timer.current = undefined;
        change({ search: typed });
      }}
    >
      {(['tag', 'publisher'] as const).map(
        (part) => state[part] !== '' && <input key={part} type="hidden" name={part} value={state[part]} />,
      )}
      <label class="grow">
        <span>Search</span>
        <input
          type="search"
          name="search"
          value={typed}
          maxLength={200}
          placeholder="Name, tag, publisher or core-node"
          autoComplete="off"
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      </label>
      <Choice name="os" label="System" value={state.os} options={SYSTEMS} change={(os) => change({ os })} />
      <Choice
        name="accelerator"
        label="Accelerator"
        value={state.accelerator}
        options={ACCELERATORS}
        change={(accelerator) => change({ accelerator })}
      />
      <label>
        <span>Host version</span>
        <input
          name="host"
          size={8}
          maxLength={50}
          value={state.host}
          placeholder="any"
          onChange={({ currentTarget }) => change({ host: currentTarget.value.trim() })}
        />
      </label>
      <Choice
        name="order"
        label="Order"
        value={state.order}
        first={state.search === '' ? 'Popular' : 'Best match'}
        options={Object.entries(ORDERS).map(([name, { label }]) => [name, label] as const)}
        change={(order) => change({ order: order as OrderName | '' })}
      />
      <button type="submit" class="primary">
        Search
      </button>
    </form>
  );
}

function Choice({
  name,
  label,
  value,
  options,
  first = 'Any',
  change,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly first?: string;
  readonly change: (value: string) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <select name={name} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="" selected={value === ''}>
          {first}
        </option>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Pages({ state, last }: { readonly state: CatalogueState; readonly last: number }) {
  if (last <= 1) return null;
  const link = (page: number, text: string) => (
    <PageLink to={catalogueUrl({ ...state, page })} class="page-link">
      {text}
    </PageLink>
  );
  return (
    <nav class="pages" aria-label="Pages">
      {state.page > 1 && link(state.page - 1, '← Previous')}
      <span>
        Page {state.page} of {last}
      </span>
      {state.page < last && link(state.page + 1, 'Next →')}
    </nav>
  );
}
