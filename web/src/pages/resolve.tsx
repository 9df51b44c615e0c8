import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Copyable, Message } from '../components/common';
import type { WorkflowPlanQuery } from '../graph/graphql';
import { PageLink } from '../navigation';
import { PLAN } from '../queries';
import { nodeUrl } from '../routes';
import { problemOf } from '../use-page';

type Plan = NonNullable<WorkflowPlanQuery['resolve']>;

/** Limit of the page. Larger workflows must be sent to REST. */
const FILE_MAX = 2 * 1024 * 1024;

/** True for JSON without elements of a workflow. */
const isEmpty = (its: unknown): boolean => typeof its === 'object' && its !== null && Object.keys(its).length === 0;

/** Reads a workflow file and shows which nodes to install for it. */
export function ResolvePage() {
  const client = useClient();
  const [workflow, setWorkflow] = useState<unknown>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [plan, setPlan] = useState<Plan>();
  const [problem, setProblem] = useState<string>();
  const [isLoading, setIsLoading] = useState(false);
  const [isOver, setIsOver] = useState(false);

  /** Requests a plan of the workflow that includes the chosen nodes. */
  async function resolve(its: unknown, nodes: readonly string[]): Promise<void> {
    setIsLoading(true);
    const variables = { workflow: its, nodes: nodes.map((id) => ({ id })) };
    const { data, error } = await client.query(PLAN, variables).toPromise();
    setIsLoading(false);
    setChosen(nodes);
    setPlan(data?.resolve ?? undefined);
    setProblem(problemOf(error));
  }

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    setPlan(undefined);
    setProblem(undefined);
    if (file.size > FILE_MAX) return setProblem('The file is larger than 2 MiB.');
    try {
      const its: unknown = JSON.parse(await file.text());
      if (isEmpty(its)) return setProblem('The file contains no workflow.');
      setWorkflow(its);
      await resolve(its, []);
    } catch {
      setProblem('The file is not valid JSON. Choose a workflow that the host application saved.');
    }
  }

  return (
    <>
      <h1>What do I install for this workflow?</h1>
      <p>Choose a workflow file. It is sent to this registry only, and is not stored.</p>
      <label
        class={`drop ${isOver ? 'drop-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void read(event.dataTransfer?.files[0]);
        }}
      >
        <span>Workflow file (JSON): choose it or drop it here</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </label>
      <noscript>
        <p>This page needs JavaScript. Without it, send the file to POST /resolve.</p>
      </noscript>
      {problem !== undefined && <Message title={problem} isError />}
      {isLoading && !plan && <Message title="Loading …" />}
      {plan && (
        <PlanView plan={plan} isLoading={isLoading} chosen={chosen} choose={(nodes) => void resolve(workflow, nodes)} />
      )}
    </>
  );
}

interface PlanProps {
  readonly plan: Plan;
  readonly isLoading: boolean;
  /** Ids of the nodes that the user has chosen instead of those that the registry suggests. */
  readonly chosen: readonly string[];
  readonly choose: (nodes: readonly string[]) => void;
}

function PlanView({ plan, isLoading, chosen, choose }: PlanProps) {
  const commands = plan.nodes
    .filter(({ install }) => install.url)
    .map(({ install }) => (install.kind === 'repository' ? `git clone ${install.url}` : `curl -fLO ${install.url}`));
  return (
    <section aria-live="polite" aria-busy={isLoading}>
      <h2>{plan.complete ? 'The plan is complete.' : 'The plan is not complete.'}</h2>
      {chosen.length > 0 && (
        <p class="bar">
          <span>You chose {chosen.join(', ')}.</span>
          <button type="button" disabled={isLoading} onClick={() => choose([])}>
            Back to the suggested plan
          </button>
        </p>
      )}
      <Missing missing={plan.missing} />
      <Conflicts conflicts={plan.conflicts} />
      {plan.nodes.length === 0 && <p class="muted">Nothing has to be installed.</p>}
      <ul class="plan">
        {plan.nodes.map((planned) => (
          <PlannedNode
            key={planned.nodeId}
            planned={planned}
            isLoading={isLoading}
            isChosen={chosen.includes(planned.nodeId)}
            use={(alternative) => choose([...chosen.filter((id) => id !== planned.nodeId), alternative])}
          />
        ))}
      </ul>
      {commands.length > 0 && <Copyable label="Commands" text={commands.join('\n')} />}
      {plan.python.length > 0 && <Copyable label="Python requirements" text={plan.python.join('\n')} />}
    </section>
  );
}

const REASONS: Readonly<Record<Plan['nodes'][number]['reason'], string>> = {
  pinned: 'Named by the workflow',
  preempted: 'A name is reserved for it',
  only_provider: 'No other node provides this',
  most_covering: 'Provides more of the names than any alternative',
  most_used: 'The most used node that provides this',
};

interface PlannedProps {
  readonly planned: Plan['nodes'][number];
  readonly isLoading: boolean;
  readonly isChosen: boolean;
  /** Chooses an alternative. */
  readonly use: (nodeId: string) => void;
}

function PlannedNode({ planned, isLoading, isChosen, use }: PlannedProps) {
  const { nodeId, node, version, provides, reason, alreadyInstalled, warnings, alternatives } = planned;
  return (
    <li>
      <h3>
        <PageLink to={nodeUrl(nodeId)}>{node?.name || nodeId}</PageLink> {version}
      </h3>
      <p class="muted">
        {isChosen ? 'Chosen by you' : REASONS[reason]}
        {alreadyInstalled && ' · already installed'}
      </p>
      <p>
        Provides{' '}
        {provides.map((name, index) => (
          <>
            {index > 0 && ', '}
            <code>{name}</code>
          </>
        ))}
      </p>
      {warnings.map(({ code, message }) => (
        <p class="warning" key={code}>
          {message}
        </p>
      ))}
      {alternatives.length > 0 && (
        <details>
          <summary>{alternatives.length === 1 ? '1 alternative' : `${alternatives.length} alternatives`}</summary>
          <ul class="rows">
            {alternatives.map(({ nodeId: id, provides: names, whyNot }) => (
              <li key={id}>
                <p>
                  <PageLink to={nodeUrl(id)}>{id}</PageLink> provides {names.join(', ')}
                  <br />
                  <span class="muted">{whyNot}</span>
                </p>
                <button type="button" disabled={isLoading} onClick={() => use(id)}>
                  Use {id}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Conflicts({ conflicts }: { readonly conflicts: Plan['conflicts'] }) {
  if (conflicts.length === 0) return null;
  return (
    <>
      <h3>Conflicts of Python requirements</h3>
      <ul>
        {conflicts.map(({ package: name, message }) => (
          <li key={name}>{message}</li>
        ))}
      </ul>
    </>
  );
}

function Missing({ missing }: { readonly missing: Plan['missing'] }) {
  if (missing.length === 0) return null;
  return (
    <>
      <h3>No node provides</h3>
      <ul>
        {missing.map(({ name, suggestions }) => (
          <li key={name}>
            <code>{name}</code>
            {suggestions.length > 0 && (
              <>
                {'. Similar: '}
                {suggestions.map((one, index) => (
                  <>
                    {index > 0 && ', '}
                    <PageLink to={nodeUrl(one.nodeId)}>{one.name}</PageLink>
                  </>
                ))}
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
