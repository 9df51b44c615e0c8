import { Day, Message, Waiting } from '../components/common';
import { Problem, useWrites } from '../components/forms';
import { usePage } from '../use-page';
import { DEAD_JOBS, REPLAY_JOBS } from './queries';

/** The dead letters: background jobs that failed on their last attempt. */
export function Jobs() {
  const { data, isLoading, error, reload } = usePage(DEAD_JOBS, {}, true);
  const { isBusy, problem, send } = useWrites();
  const jobs = data?.deadJobs;
  if (!jobs) return <Waiting isLoading={isLoading} problem={error ?? 'No jobs.'} retry={reload} />;
  if (jobs.length === 0) return <Message title="No job has failed." />;
  const replay = async (): Promise<void> => {
    if (await send(REPLAY_JOBS, {})) reload();
  };
  return (
    <>
      <Problem text={problem} />
      <p class="row">
        <span role="status">{jobs.length} failed</span>
        <button type="button" disabled={isBusy} onClick={() => void replay()}>
          Run all again
        </button>
      </p>
      <ul class="rows">
        {jobs.map((job) => (
          <li key={job.id} class="block">
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
