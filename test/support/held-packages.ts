import { expect } from '@jest/globals';
import { packageOf, zipOf } from './archives.js';
import { put } from './publishing.js';
import type { Answer, TestRegistry } from './registry.js';

/** Returns a package whose module imports `start.py`, which contains these calls from its second line on. */
export function heldPackage(...calls: string[]): Promise<Buffer> {
  const files = packageOf('Held');
  return zipOf({
    ...files,
    '__init__.py': `from . import start\n${files['__init__.py']}`,
    'start.py': ['import os', ...calls, ''].join('\n'),
  });
}

/** Returns a package with a function that contains these calls: nothing calls it on import. */
export function warnedPackage(...calls: string[]): Promise<Buffer> {
  const files = packageOf('Warned');
  return zipOf({
    ...files,
    '__init__.py': `from . import later\n${files['__init__.py']}`,
    'later.py': ['import os', 'def run():', ...calls.map((call) => `    ${call}`), ''].join('\n'),
  });
}

/** Publishes versions of nodes and waits for their checks with one request. */
export class PublisherTool {
  constructor(
    private readonly registry: TestRegistry,
    private readonly publisherId: string,
    private readonly token: string,
  ) {}

  /** Uploads an archive. @returns the response to the upload */
  async upload(node: string, version: string, archive: Buffer) {
    const { body, status } = await this.registry.call(
      'POST',
      `/publishers/${this.publisherId}/nodes/${node}/versions`,
      {
        as: this.token,
        body: { node: { name: node }, node_version: { version } },
      },
    );
    expect(status).toBe(201);
    const uploaded = await put(this.registry, body.signedUrl, archive);
    expect(uploaded.status).toBe(200);
    return uploaded.body as { readonly statusUrl: string };
  }

  /**
   * Uploads an archive and waits for the checks at the URL in the response. @returns the checked version, with its
   * findings
   */
  async publish(node: string, version: string, archive: Buffer): Promise<Answer> {
    const { statusUrl } = await this.upload(node, version, archive);
    const { pathname, search } = new URL(statusUrl);
    return this.registry.call('GET', `${pathname}${search}&include_findings=true`, { as: this.token });
  }
}
