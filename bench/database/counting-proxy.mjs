// A proxy between a server and the database that counts statements. It is used for counting only, never while latencies
// are measured.
import { connect, createServer } from 'node:net';

const EXECUTE = 'E'.charCodeAt(0);
const SIMPLE_QUERY = 'Q'.charCodeAt(0);

/** Parses the messages of one direction of a connection. @param onMessage called with the type of each message */
function messageParser(onMessage) {
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
      if (started) onMessage(rest[0]);
      started = true;
      rest = rest.subarray(length);
    }
  };
}

/** Starts a proxy for the database with this URL. @returns the URL of the proxy, a counter and a stop function */
export async function countingProxy(databaseUrl) {
  const target = new URL(databaseUrl);
  let statements = 0;
  const sockets = new Set();
  const server = createServer((client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname });
    const count = messageParser((type) => void (statements += type === EXECUTE || type === SIMPLE_QUERY ? 1 : 0));
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
