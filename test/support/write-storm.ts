import { packageOf, zipOf } from './archives.js';
import type { Random } from './random.js';

/** A write that was acknowledged. */
export interface Written {
  /** The `X-Request-Id` of the request. */
  readonly request: string;
  readonly what: string;
  /** The path of the version, if the write uploaded its archive. */
  readonly archiveOf?: string;
}

/** The results of all writes so far. */
export interface Storm {
  readonly acknowledged: Written[];
  /** Writes without a response. */
  readonly cut: Written[];
  /** Unexpected responses. */
  readonly refused: string[];
}

/** Access to the server under test. */
export interface Writers {
  readonly url: () => string;
  readonly admin: string;
  /** Returns the credential of a user. */
  readonly signIn: (user: string) => Promise<string>;
}

interface Call {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly as: string;
  readonly body?: object | Buffer;
  readonly archiveOf?: string;
}

class CutOff extends Error {}

/** Objects that all clients write to. */
const SHARED = { publisher: 'shared', node: 'shared-node' };

let counter = 0;
const unique = (prefix: string): string => `${prefix}-${++counter}`;

/**
 * A client that writes continuously with all kinds of operations. Each write changes something, so the audit log must
 * contain each. After a write without a response, the client no longer writes to that object.
 */
class Client {
  #as = '';
  #guest = '';
  #guestAs = '';
  #own = '';
  #token: string | undefined;
  #nodes: string[] = [];
  #versions: { readonly publisher: string; readonly node: string; readonly number: string; readonly id: string }[] = [];
  #ban: { readonly publisher: string; readonly node: string } | undefined;
  #star = 0;

  constructor(
    private readonly name: string,
    private readonly writers: Writers,
    private readonly random: Random,
    private readonly storm: Storm,
  ) {}

  /** Signs in. */
  async signIn(): Promise<void> {
    this.#as = await this.writers.signIn(this.name);
    this.#guestAs = await this.writers.signIn(`${this.name}-guest`);
    this.#guest = await this.#userId(this.#guestAs);
  }

  /** Creates the objects that all clients write to. */
  async makeShared(): Promise<void> {
    await this.#write({
      what: 'publisher',
      method: 'POST',
      path: '/publishers',
      as: this.#as,
      body: { id: SHARED.publisher },
    });
    await this.#write({
      what: 'node',
      method: 'POST',
      path: `/publishers/${SHARED.publisher}/nodes`,
      as: this.#as,
      body: { id: SHARED.node },
    });
  }

  /** Writes to objects of this client until the server is gone. */
  async run(): Promise<void> {
    [this.#versions, this.#ban] = [[], undefined];
    const works = [
      this.#publisher,
      this.#node,
      this.#rename,
      this.#renameShared,
      this.#publish,
      this.#publish,
      this.#publish,
      this.#newToken,
      this.#translate,
      this.#review,
      this.#setStatus,
      this.#unpublish,
      this.#banOrLift,
      this.#member,
      this.#deleteNode,
      this.#install,
    ];
    try {
      await this.#publisher();
      for (;;) await this.random.oneOf(works).call(this);
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
    }
  }

  async #send({ method, path, as, body }: Call, request: string): Promise<{ status: number; text: string }> {
    try {
      const type = Buffer.isBuffer(body) ? 'application/zip' : 'application/json';
      const answer = await fetch(this.writers.url() + path, {
        method,
        headers: {
          'x-request-id': request,
          ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      throw new CutOff();
    }
  }

  async #write(call: Call): Promise<Record<string, unknown>> {
    const request = unique('storm');
    const written: Written = {
      request,
      what: call.what,
      ...(call.archiveOf === undefined ? {} : { archiveOf: call.archiveOf }),
    };
    try {
      const { status, text } = await this.#send(call, request);
      if (status >= 300) this.storm.refused.push(`${call.what}: ${call.method} ${call.path}: ${status} ${text}`);
      else this.storm.acknowledged.push(written);
      return status < 300 && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {};
    } catch (error) {
      this.storm.cut.push(written);
      throw error;
    }
  }

  async #userId(as: string): Promise<string> {
    return (
      JSON.parse((await this.#send({ what: '', method: 'GET', path: '/users', as }, unique('read'))).text) as {
        id: string;
      }
    ).id;
  }

  async #publisher(): Promise<void> {
    const id = unique(`${this.name}-pub`);
    await this.#write({
      what: 'publisher',
      method: 'POST',
      path: '/publishers',
      as: this.#as,
      body: { id, description: id },
    });
    [this.#own, this.#nodes, this.#token, this.#star] = [id, [], undefined, 0];
    await this.#node();
  }

  async #node(): Promise<void> {
    const id = unique(`${this.name}-node`);
    await this.#write({
      what: 'node',
      method: 'POST',
      path: `/publishers/${this.#own}/nodes`,
      as: this.#as,
      body: { id, name: id, description: `made ${id}` },
    });
    this.#nodes.push(id);
  }

  async #rename(): Promise<void> {
    await this.#write({
      what: 'publisher update',
      method: 'PUT',
      path: `/publishers/${this.#own}`,
      as: this.#as,
      body: { name: unique('name') },
    });
  }

  async #renameShared(): Promise<void> {
    const text = unique('text');
    await this.#write({
      what: 'node update',
      method: 'PUT',
      path: `/admin/nodes/${SHARED.node}`,
      as: this.writers.admin,
      body: { name: text, description: text },
    });
  }

  async #newToken(): Promise<void> {
    const { token } = await this.#write({
      what: 'token',
      method: 'POST',
      path: `/publishers/${this.#own}/tokens`,
      as: this.#as,
      body: { name: unique('token') },
    });
    const { text } = await this.#send(
      { what: '', method: 'GET', path: `/publishers/${this.#own}/tokens`, as: this.#as },
      unique('read'),
    );
    const [first, ...more] = JSON.parse(text) as { id: string }[];
    // Deletes the older one, which was used until now.
    if (more.length > 0)
      await this.#write({
        what: 'token end',
        method: 'DELETE',
        path: `/publishers/${this.#own}/tokens/${first!.id}`,
        as: this.#as,
      });
    this.#token = token as string;
  }

  async #publish(): Promise<void> {
    const [node, number] = [this.random.oneOf(this.#nodes), `1.${this.random.upTo(100)}.${++counter}`];
    const { node_version: version, signedUrl } = await this.#write({
      what: 'version',
      method: 'POST',
      path: `/publishers/${this.#own}/nodes/${node}/versions`,
      as: this.#token ?? this.#as,
      body: { node: { description: `for ${number}` }, node_version: { version: number, changelog: number } },
    });
    const { id } = version as { id: string };
    const { pathname, search } = new URL(signedUrl as string);
    await this.#write({
      what: 'archive',
      method: 'PUT',
      path: pathname + search,
      as: '',
      body: await zipOf(packageOf(`Core${counter}`)),
      archiveOf: `/nodes/${node}/versions/${number}`,
    });
    this.#versions.push({ publisher: this.#own, node, number, id });
  }

  async #translate(): Promise<void> {
    await this.#write({
      what: 'translation',
      method: 'POST',
      path: `/nodes/${this.random.oneOf([SHARED.node, ...this.#nodes])}/translations`,
      as: this.#as,
      body: { data: { [this.random.oneOf(['de', 'fr', 'ja'])]: { name: unique('text') } } },
    });
  }

  async #review(): Promise<void> {
    if (this.#star === 5) return;
    await this.#write({
      what: 'review',
      method: 'POST',
      path: `/nodes/${this.#nodes[0]}/reviews?star=${++this.#star}`,
      as: this.#as,
    });
  }

  async #setStatus(): Promise<void> {
    if (this.#versions.length === 0) return;
    const { node, number } = this.random.oneOf(this.#versions);
    const status = this.random.oneOf(['Active', 'Flagged', 'Banned']);
    await this.#write({
      what: 'version status',
      method: 'PUT',
      path: `/admin/nodes/${node}/versions/${number}`,
      as: this.writers.admin,
      body: { status: `NodeVersionStatus${status}`, status_reason: unique('reason') },
    });
  }

  async #unpublish(): Promise<void> {
    const version = this.#versions.shift();
    if (version)
      await this.#write({
        what: 'unpublish',
        method: 'DELETE',
        path: `/publishers/${version.publisher}/nodes/${version.node}/versions/${version.id}`,
        as: this.#as,
      });
  }

  async #banOrLift(): Promise<void> {
    if (this.#ban) {
      const { publisher, node } = this.#ban;
      this.#ban = undefined;
      const path = this.random.chance(0.5)
        ? `/publishers/${publisher}/unban`
        : `/publishers/${publisher}/nodes/${node}/ban`;
      await this.#write({
        what: 'ban or its end',
        method: 'POST',
        path,
        as: this.writers.admin,
        body: { reason: 'storm' },
      });
      return;
    }
    const [publisher, node] = [unique(`${this.name}-pub`), unique(`${this.name}-node`)];
    await this.#write({
      what: 'publisher',
      method: 'POST',
      path: '/publishers',
      as: this.#as,
      body: { id: publisher },
    });
    await this.#write({
      what: 'node',
      method: 'POST',
      path: `/publishers/${publisher}/nodes`,
      as: this.#as,
      body: { id: node },
    });
    await this.#write({
      what: 'ban',
      method: 'POST',
      path: `/publishers/${publisher}/ban`,
      as: this.writers.admin,
      body: { reason: 'storm' },
    });
    this.#ban = { publisher, node };
  }

  async #member(): Promise<void> {
    const publisher = unique(`${this.name}-pub`);
    await this.#write({
      what: 'publisher',
      method: 'POST',
      path: '/publishers',
      as: this.#as,
      body: { id: publisher },
    });
    const path = `/publishers/${publisher}/members`;
    const { id: invitation } = await this.#write({
      what: 'invitation',
      method: 'POST',
      path,
      as: this.#as,
      body: { user_id: this.#guest },
    });
    await this.#write({
      what: 'member',
      method: 'POST',
      path: `/users/invitations/${String(invitation)}/accept`,
      as: this.#guestAs,
    });
    await this.#write({
      what: 'member role',
      method: 'POST',
      path,
      as: this.#as,
      body: { user_id: this.#guest, role: 'owner' },
    });
    if (this.random.chance(0.5))
      await this.#write({ what: 'member end', method: 'DELETE', path, as: this.#as, body: { user_id: this.#guest } });
  }

  async #deleteNode(): Promise<void> {
    const id = unique(`${this.name}-node`);
    await this.#write({
      what: 'node',
      method: 'POST',
      path: `/publishers/${this.#own}/nodes`,
      as: this.#as,
      body: { id },
    });
    await this.#write({
      what: 'node end',
      method: 'DELETE',
      path: `/publishers/${this.#own}/nodes/${id}`,
      as: this.#as,
    });
  }

  /** Counts a download. It is not an acknowledged write, but changes totals. */
  async #install(): Promise<void> {
    await this.#send(
      { what: '', method: 'GET', path: `/nodes/${this.random.oneOf(this.#nodes)}/install`, as: '' },
      unique('read'),
    );
  }
}

/** Opens several clients. `run` lets them write until the server is gone. It can be called again after a restart. */
export async function openStorm(
  count: number,
  writers: Writers,
  random: Random,
): Promise<Storm & { readonly run: () => Promise<void> }> {
  const storm: Storm = { acknowledged: [], cut: [], refused: [] };
  const clients = Array.from({ length: count }, (_, index) => new Client(`client${index}`, writers, random, storm));
  await Promise.all(clients.map((client) => client.signIn()));
  await clients[0]!.makeShared();
  return { ...storm, run: async () => void (await Promise.all(clients.map((client) => client.run()))) };
}
