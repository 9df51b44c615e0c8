import { createServer, type Server } from 'node:http';

/**
 * Serves metrics on a separate port, which need not be public.
 * @returns the URL, and a function that closes the server
 */
export async function serveMetrics(
  host: string,
  port: number,
  contentType: string,
  read: () => Promise<string>,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n');
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(503, { 'content-type': 'text/plain' }).end('Metrics are not available at the moment.\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`Can't listen on METRICS_PORT ${port} (${error.code ?? error.message}).`)),
    );
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
  const address = server.address() as { port: number };
  return {
    url: `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${address.port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
