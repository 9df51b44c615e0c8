import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

// One configuration for both builds: the browser's program with its hashed assets, and the server's renderer.
export default defineConfig(({ isSsrBuild }) => ({
  root: path('.'),
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    rollupOptions: { input: path(isSsrBuild ? 'src/server.tsx' : 'src/client.tsx') },
  },
  ssr: { noExternal: true },
}));
