import { exactCount } from '../format';

interface Day {
  readonly day: string;
  readonly version: string;
  readonly downloads: number;
}

const WIDTH = 620;
const HEIGHT = 110;
const DAYS = 30;
const DAY_MS = 86_400_000;

/** Returns the DAYS days that end with a day, oldest first. */
function lastDays(until: string): string[] {
  const end = Date.parse(`${until}T00:00:00Z`);
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(end - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/**
 * Downloads per day, stacked by version, as a chart and as a table. The last column is the last day with a download.
 */
export function DownloadChart({ days }: { readonly days: readonly Day[] }) {
  const last = days.at(-1)?.day;
  if (last === undefined) return <p class="muted">No downloads in the last 30 days.</p>;
  const columns = lastDays(last).map((day) => days.filter((one) => one.day === day));
  const totals = columns.map((column) => column.reduce((sum, { downloads }) => sum + downloads, 0));
  const most = Math.max(1, ...totals);
  const versions = [...new Set(days.map(({ version }) => version))];
  const width = WIDTH / DAYS;
  return (
    <>
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Downloads per day and version">
        {columns.map((column, index) => {
          let top = HEIGHT;
          return column.map(({ day, version, downloads }) => {
            const height = (downloads / most) * (HEIGHT - 10);
            top -= height;
            return (
              <rect
                key={`${day} ${version}`}
                class={`chart-bar chart-bar-${versions.indexOf(version) % 4}`}
                x={index * width + 1}
                y={top}
                width={width - 2}
                height={height}
              >
                <title>{`${day}: ${exactCount(downloads)} of ${version}`}</title>
              </rect>
            );
          });
        })}
      </svg>
      <details>
        <summary>Downloads as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Version</th>
              <th scope="col">Downloads</th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ day, version, downloads }) => (
              <tr key={`${day} ${version}`}>
                <td>{day}</td>
                <td>{version}</td>
                <td>{exactCount(downloads)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
