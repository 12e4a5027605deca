import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/web/chunk-groups.ts'
import { recordChunks } from './scripts/web/record-chunks.ts'
import { routerWithoutData } from './scripts/web/router-without-data.ts'
import { unusedParts } from './scripts/web/unused-parts.ts'

const standIn = (name: string) => fileURLToPath(new URL(`src/stand-ins/${name}.ts`, import.meta.url))
/** Where `npm run dev` finds the API. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), routerWithoutData(), unusedParts(standIn('nothing')), chunkGroups(), recordChunks()],
  resolve: {
    // packages that libraries import and this product does not use; see src/stand-ins
    alias: {
      qs: standIn('qs'),
      'query-string': standIn('qs'),
      papaparse: standIn('nothing'),
      'resize-observer-polyfill': standIn('resize-observer'),
      'rc-picker/es/locale/zh_CN': standIn('nothing'),
      'lodash-es/isEqual.js': standIn('is-equal'),
      'lodash-es/differenceWith.js': standIn('difference-with'),
      'lodash-es/unionWith.js': standIn('union-with'),
      pluralize: standIn('pluralize'),
      'react-markdown': standIn('nothing'),
      'remark-gfm': standIn('nothing'),
      '@ant-design/pro-layout': standIn('nothing'),
      '@refinedev/devtools-internal': standIn('refine-devtools'),
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api, '/sse': api, '/tus': api, '/v1': api, '/healthz': api, '/ws': { target: api, ws: true } },
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1000, // `npm run size` is stricter, and counts what is sent
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // single-file packages whose top level only declares: what is not used falls away
      treeshake: { moduleSideEffects: [{ test: /node_modules\/(@refinedev|sunflower-antd|lodash-es)\//, sideEffects: false }] },
    },
  },
})
