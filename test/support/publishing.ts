import type { Answer, TestRegistry } from './registry.js';
import { until } from './until.js';

/** Waits until a version is no longer Pending. */
export async function checked(registry: TestRegistry, node: string, version: string, as: string): Promise<Answer> {
  let answer: Answer;
  await until(
    async () => {
      answer = await registry.call('GET', `/nodes/${node}/versions/${version}`, { as });
      return answer.body.status !== 'NodeVersionStatusPending';
    },
    () => `${node} ${version} is still Pending.`,
  );
  return answer!;
}

/** Uploads an archive to the signed URL of a publication. */
export async function put(
  registry: TestRegistry,
  signedUrl: string,
  body: Buffer,
  type = 'application/zip',
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const address = new URL(signedUrl);
  const answer = await fetch(`${registry.url}${address.pathname}${address.search}`, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}
