import { useEffect, useState } from 'preact/hooks';
import { Status } from '../components/common';
import { Findings } from '../components/findings';
import { Field, fieldsOf, Problem, useWrites } from '../components/forms';
import type { CheckedVersionSubscription } from '../graph/graphql';
import { subscribe } from '../live';
import { CHECKED, PUBLISH } from './queries';
import { upload } from './upload';

type Checked = CheckedVersionSubscription['nodeVersionStatus'];

/** A form that publishes a version: uploads the archive, and shows the progress of the upload and of the checks. */
export function Publish({ publisherId, onChecked }: { readonly publisherId: string; readonly onChecked: () => void }) {
  const { isBusy, problem: refused, send: write } = useWrites();
  const [file, setFile] = useState<File>();
  const [isOver, setIsOver] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [versionId, setVersionId] = useState<string>();

  async function send(form: HTMLFormElement): Promise<void> {
    setProblem(undefined);
    setVersionId(undefined);
    if (!file) return setProblem('Choose the archive.');
    const { node: nodeId = '', version = '', changelog = '' } = fieldsOf(form);
    const input = { nodeVersion: { version, changelog: changelog || null } };
    const done = await write(PUBLISH, { publisherId, nodeId, input });
    if (!done) return;
    const { signedUrl, nodeVersion } = done.publishNodeVersion;
    setProgress(0);
    try {
      await upload(signedUrl, file, setProgress);
      setVersionId(nodeVersion.id);
    } catch (error) {
      setProblem((error as Error).message);
    }
    setProgress(undefined);
  }

  return (
    <section class="panel">
      <h2>Publish a version</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <Field label="Node id" name="node" hint="a new id creates a node" isRequired />
        <Field label="Version" name="version" hint="1.0.0" isRequired />
        <label class="whole">
          Changelog (optional, Markdown)
          <textarea name="changelog" rows={2} />
        </label>
        <label
          class={`drop whole ${isOver ? 'drop-over' : ''}`}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setIsOver(false);
            setFile(event.dataTransfer?.files[0]);
          }}
        >
          <span>{file ? file.name : 'Archive (zip): choose it or drop it here'}</span>
          <input
            type="file"
            aria-label="Archive"
            accept=".zip,application/zip"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
        </label>
        <button class="primary" disabled={isBusy || progress !== undefined}>
          Publish
        </button>
        {progress !== undefined && <progress aria-label="Upload" value={progress} max={1} />}
        <Problem text={refused ?? problem} />
      </form>
      {versionId !== undefined && <Check key={versionId} versionId={versionId} onChecked={onChecked} />}
    </section>
  );
}

/** The status of a version, updated until its checks have ended, with their findings. */
function Check({ versionId, onChecked }: { readonly versionId: string; readonly onChecked: () => void }) {
  const [checked, setChecked] = useState<Checked>();
  const [problem, setProblem] = useState<string>();
  useEffect(
    () =>
      subscribe(
        CHECKED,
        { id: versionId },
        ({ nodeVersionStatus }) => {
          setChecked(nodeVersionStatus);
          if (nodeVersionStatus.status !== 'NodeVersionStatusPending') onChecked();
        },
        setProblem,
      ),
    [versionId],
  );
  return (
    <div role="status">
      {checked && (
        <>
          <p>
            Version {checked.version}: <Status of={checked.status} />{' '}
            {checked.status === 'NodeVersionStatusPending' && 'The archive is being checked …'}
            {checked.status === 'NodeVersionStatusFlagged' && 'A moderator has to approve it.'}
          </p>
          {checked.status !== 'NodeVersionStatusPending' && <Findings found={checked.findings ?? []} />}
        </>
      )}
      <Problem text={problem} />
    </div>
  );
}
