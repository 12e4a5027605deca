import { defineConfig, mergeConfig } from 'vitest/config'
import { SlowestFirst } from './tests/support/slowest-first.ts'
import vite from './vite.config.ts'

const origin = 'http://localhost:3000'

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      sequence: { sequencer: SlowestFirst },
      // one core is not kept free: the tests are all there is to do
      maxWorkers: process.env.MAX_WORKERS ?? '100%',
      projects: [
        {
          extends: true,
          test: {
            name: 'node',
            environment: 'node',
            // a worker reads the server once, not once a file: nothing of it keeps a state outside of what is made by it
            isolate: false,
            include: ['tests/{contract,architecture,server,compute,faults,support}/**/*.test.ts'],
            // a shared, busy machine: these only end what hangs
            testTimeout: 300_000,
            hookTimeout: 300_000,
          },
        },
        {
          extends: true,
          // of its two builds the browser's, which jsdom is not taken for
          resolve: { alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' } },
          test: {
            name: 'web',
            environment: 'jsdom',
            pool: 'threads', // each file has a fresh one, which starts sooner than a process
            environmentOptions: { jsdom: { url: origin } },
            env: { VITE_API_HOST: origin }, // node's fetch takes no relative addresses
            include: ['tests/web/**/*.test.{ts,tsx}'],
            setupFiles: ['tests/web/support/setup.ts'],
            css: { modules: { classNameStrategy: 'non-scoped' } },
            // node would resolve another build of react-router for them than the rest of the app has
            server: { deps: { inline: [/@refinedev\//, /tus-js-client/] } },
            testTimeout: 180_000,
          },
        },
      ],
    },
  }),
)
