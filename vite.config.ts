import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browserFloor } from './scripts/web/browser-floor.ts'
import { chunkGroups } from './scripts/web/chunk-groups.ts'
import { recordChunks } from './scripts/web/chunks.ts'
import { resourceManifest } from './scripts/web/resource-manifest.ts'

const emptyModule = fileURLToPath(new URL('src/empty-module.ts', import.meta.url))
/** Where `npm run dev` finds the API. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), resourceManifest(), recordChunks()],
  resolve: {
    // Refine imports them for components that this product never uses
    alias: {
      // it exports the other and nothing else: read as one, there is one router, in the build as in the tests
      'react-router-dom': 'react-router',
      'react-markdown': emptyModule,
      'remark-gfm': emptyModule,
      '@ant-design/pro-layout': emptyModule,
      papaparse: emptyModule,
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '/sse': api, '/tus': api, '/v1': api, '/healthz': api, '/ws': { target: api, ws: true } },
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: browserFloor,
    chunkSizeWarningLimit: 1000, // `npm run size` is stricter, and counts what is sent
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // The parts of antd, and what a feature shows to others, have no effect of their own: who takes one thing loads no more.
          treeshake: {
            moduleSideEffects: [
              { test: /\/node_modules\/(rc-[^/]+|@rc-component)\//, sideEffects: false },
              { test: /\/src\/(admin|features|operator|ui)\/.*\.tsx?$/, sideEffects: false },
            ],
          },
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
  },
})
