// Stands between a server and the database and counts the statements that pass; used for counting only, never while
// times are taken.
import { connect, createServer } from 'node:net';

const EXECUTE = 'E'.charCodeAt(0);
const SIMPLE_QUERY = 'Q'.charCodeAt(0);

/** Reads the frames of one direction of a connection, and tells the type of each. */
function frames(told) {
  let rest = Buffer.alloc(0);
  let started = false;
  return (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    for (;;) {
      // The first message of a connection has no type.
      const head = started ? 5 : 4;
      if (rest.length < head) return;
      const length = rest.readInt32BE(head - 4) + head - 4;
      if (rest.length < length) return;
      if (started) told(rest[0]);
      started = true;
      rest = rest.subarray(length);
    }
  };
}

/** Starts a proxy before the database of this address. @returns its address and how many statements it has seen */
export async function countingProxy(databaseUrl) {
  const target = new URL(databaseUrl);
  let statements = 0;
  const sockets = new Set();
  const server = createServer((client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname });
    const count = frames((type) => void (statements += type === EXECUTE || type === SIMPLE_QUERY ? 1 : 0));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.on('data', count);
    client.pipe(upstream).pipe(client);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(databaseUrl);
  address.port = String(server.address().port);
  return {
    url: address.href,
    get statements() {
      return statements;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
