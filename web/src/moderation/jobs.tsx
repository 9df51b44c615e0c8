import { Day, Message } from '../components/common';
import { Problem, useModerated, useWrites } from './form';
import { DEAD_JOBS, REPLAY_JOBS } from './queries';

/** Background jobs that failed on their last attempt. */
export function Jobs() {
  const { data, isLoading, problem, reload } = useModerated(DEAD_JOBS, {});
  const { isBusy, problem: refused, send } = useWrites();
  const jobs = data?.deadJobs;
  if (!jobs) return isLoading ? <Message title="Loading …" /> : <Message title={problem ?? 'No jobs.'} isError />;
  if (jobs.length === 0) return <Message title="No job has failed." />;
  const replay = async (): Promise<void> => {
    if (await send(REPLAY_JOBS, {})) reload();
  };
  return (
    <>
      <Problem text={refused} />
      <p class="row">
        <span role="status">{jobs.length} failed</span>
        <button type="button" disabled={isBusy} onClick={() => void replay()}>
          Run all again
        </button>
      </p>
      <ul class="queue">
        {jobs.map((job) => (
          <li key={job.id}>
            <p>
              <code>{job.kind}</code> · <Day time={job.failedAt} />
            </p>
            <p>{job.error}</p>
            <pre tabIndex={0}>
              <code>{JSON.stringify(job.data)}</code>
            </pre>
          </li>
        ))}
      </ul>
    </>
  );
}
