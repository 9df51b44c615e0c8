import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Copyable, Message } from '../components/common';
import type { WorkflowPlanQuery } from '../graph/graphql';
import { PageLink } from '../navigation';
import { PLAN } from '../queries';
import { nodeUrl } from '../routes';

type Plan = NonNullable<WorkflowPlanQuery['resolve']>;

/** The registry accepts larger workflows over REST only. */
const FILE_MAX = 2 * 1024 * 1024;

/** Asks for a workflow file and shows what to install for it. */
export function ResolvePage() {
  const client = useClient();
  const [plan, setPlan] = useState<Plan>();
  const [problem, setProblem] = useState<string>();
  const [isOver, setIsOver] = useState(false);

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    setPlan(undefined);
    setProblem(undefined);
    if (file.size > FILE_MAX) {
      setProblem('The file is larger than 2 MiB.');
      return;
    }
    let workflow: unknown;
    try {
      workflow = JSON.parse(await file.text());
    } catch {
      setProblem('The file is not valid JSON. Choose a workflow that the host application saved.');
      return;
    }
    const { data, error } = await client.query(PLAN, { workflow }).toPromise();
    setPlan(data?.resolve ?? undefined);
    setProblem(error && (error.networkError ? 'The registry can’t be reached.' : error.graphQLErrors[0]?.message));
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
      {plan && <PlanView plan={plan} />}
    </>
  );
}

function PlanView({ plan }: { readonly plan: Plan }) {
  const commands = plan.nodes
    .filter(({ install }) => install.url)
    .map(({ install }) => (install.kind === 'repository' ? `git clone ${install.url}` : `curl -fLO ${install.url}`));
  return (
    <section aria-live="polite">
      <h2>{plan.complete ? 'The plan is complete.' : 'The plan is not complete.'}</h2>
      <ul class="plan">
        {plan.nodes.map((planned) => (
          <PlannedNode key={planned.nodeId} planned={planned} />
        ))}
      </ul>
      <Missing missing={plan.missing} />
      {plan.conflicts.length > 0 && (
        <>
          <h3>Conflicts of Python requirements</h3>
          <ul>
            {plan.conflicts.map(({ package: name, message }) => (
              <li key={name}>{message}</li>
            ))}
          </ul>
        </>
      )}
      {commands.length > 0 && <Copyable label="Commands" text={commands.join('\n')} />}
      {plan.python.length > 0 && <Copyable label="Python requirements" text={plan.python.join('\n')} />}
    </section>
  );
}

function PlannedNode({ planned }: { readonly planned: Plan['nodes'][number] }) {
  const { nodeId, node, version, provides, reason, alreadyInstalled, warnings, alternatives } = planned;
  return (
    <li>
      <h3>
        <PageLink to={nodeUrl(nodeId)}>{node?.name || nodeId}</PageLink> {version}
      </h3>
      <p class="muted">
        {reason.replaceAll('_', ' ')}
        {alreadyInstalled && ' · already installed'}
      </p>
      <p>Provides {provides.join(', ')}</p>
      {warnings.map(({ code, message }) => (
        <p class="warning" key={code}>
          {message}
        </p>
      ))}
      {alternatives.length > 0 && (
        <details>
          <summary>Alternatives</summary>
          <ul>
            {alternatives.map(({ nodeId, whyNot }) => (
              <li key={nodeId}>
                <PageLink to={nodeUrl(nodeId)}>{nodeId}</PageLink>: {whyNot}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
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
