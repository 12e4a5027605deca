import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import { SlowestFirstSequencer } from './tests/support/slowest-first.ts'
import vite from './vite.config.ts'

const origin = 'http://localhost:3000'
const long = process.env.LONG === '1'

/** What has no test that does without a real engine (scripts/with-docker.ts). */
const onDocker = [
  '',
  '-access',
  '-bulk',
  '-dial',
  '-disks',
  '-exits',
  '-fleet',
  '-host',
  '-hygiene',
  '-installations',
  '-machines',
  '-moves',
  '-outages',
  '-recovery',
  '-registry',
  '-snapshot',
].map((about) => `tests/compute/docker${about}.test.ts`)
/** What has no test that does without a real cluster as well (scripts/with-kubernetes.ts). */
const onKubernetes = ['', '-faults', '-ground', '-ground-faults', '-images', '-sessions'].map(
  (about) => `tests/compute/kubernetes${about}.test.ts`,
)
/** They start whole servers, which choose their database by themselves: once is enough. */
const ownDatabase = [
  'backup',
  'copied-folder',
  'real-deployment',
  'recipe',
  'restore-drill',
  'storage-start',
  'traced-server',
].map((about) => `tests/server/platform/${about}.test.ts`)
/** On the embedded database although a PostgreSQL is there. */
const embedded = { TEST_DATABASE_URL: '' }
/** Newer Nodes bring a localStorage of their own, which would stand before jsdom's; Node 20 has none, nor a word against it. */
const noStorageOfNode = ['--no-experimental-webstorage'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag))

const onNode = (name: string, include: string[], more: { exclude?: string[]; env?: Record<string, string> } = {}) => ({
  extends: true as const,
  test: {
    name,
    environment: 'node',
    // a worker reads the server once, not once a file: nothing of it keeps a state outside of what is made by it
    isolate: false,
    include,
    ...more,
    // a shared, busy machine: these only end what hangs
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      sequence: { sequencer: SlowestFirstSequencer },
      expect: { poll: { timeout: 60_000 } }, // a shared, busy machine: only ends what hangs
      // one more than there are cores: while one waits for a database or a timer, another has something to do
      maxWorkers: process.env.MAX_WORKERS ?? availableParallelism() + 1,
      projects: [
        onNode('unit', ['tests/{contract,architecture,support,compute,faults}/**/*.test.ts'], {
          exclude: [...onDocker, ...onKubernetes],
          env: embedded,
        }),
        onNode('server', ['tests/server/**/*.test.ts']),
        onNode('embedded', [long ? 'tests/server/**/*.test.ts' : 'tests/server/{ledger,platform}/**/*.test.ts'], {
          exclude: ownDatabase,
          env: embedded,
        }),
        ...['firefox', 'webkit'].map((name) => onNode(name, [`tests/other-browsers/${name}.test.ts`], { env: embedded })),
        onNode('docker', ['tests/compute/docker*.test.ts', 'tests/deploy/*.test.ts']),
        onNode('kubernetes', ['tests/compute/kubernetes*.test.ts']),
        {
          extends: true,
          // of its two builds the browser's, which jsdom is not taken for
          resolve: { alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' } },
          test: {
            name: 'web',
            environment: 'jsdom',
            pool: 'threads',
            execArgv: noStorageOfNode,
            // one window a worker, cleared after each file by the setup, which also has the modules read anew
            isolate: false,
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
