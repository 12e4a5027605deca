import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { pickRunSeed } from '#tests/support/random.ts'
import { findServerProgram } from '#tests/support/server-program.ts'

const port = Number(process.env.E2E_PORT ?? 18_923)
const docker = process.env.COMPUTE === 'docker'
/** Each test starts a platform that runs nothing by itself, and the machines or the cluster that are added to it. */
const engines = process.env.COMPUTE === 'none'
const place = engines ? '-engines' : docker ? '-docker' : ''
const long = process.env.LONG === '1'
/** Of the screen, for twenty seconds. */
const slowMeasurement = 'frames.spec.ts'

// Every worker reads this file, and all, including retries, must select the same pages.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined
if (!long && !place && !isWorker) process.env.PAGES_SEED = String(pickRunSeed('PAGES'))

/**
 * Runs the real server on an empty folder with a real Chromium; with COMPUTE=docker the same journeys use real containers.
 * With LONG=1 every page is checked, else a sample that PAGES_SEED selects.
 */
export default defineConfig({
  testDir: '.',
  outputDir: `../../test-results/browser${place}`,
  workers: place ? 1 : availableParallelism() + 1, // a test that waits for an instance to boot leaves its core to another
  retries: 1, // `npm test` lists the tests that needed a retry at the end
  // on a shared, busy machine these limits only end hangs
  timeout: 600_000,
  globalTimeout: 2_400_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  ...(docker && { grep: /@docker/ }),
  ...(engines ? { testMatch: 'engines.spec.ts' } : { testIgnore: ['engines.spec.ts', ...(long ? [] : [slowMeasurement])] }),
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // on a machine that draws late, a click misses an element that is still growing
    contextOptions: { reducedMotion: 'reduce' },
    // recording every frame costs more than the tests themselves
    trace: process.env.TRACE === '1' ? 'on' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  ...(!engines && {
    webServer: {
      command: [process.execPath, ...findServerProgram()].join(' '),
      cwd: join(import.meta.dirname, '../..'),
      url: `http://127.0.0.1:${port}/healthz`,
      timeout: 300_000,
      env: {
        ...(process.env as Record<string, string>),
        NODE_ENV: 'test',
        DEMO: 'plain',
        CHALLENGE_FREE_SENDS: '0', // as in a real deployment
        PORT: String(port),
        DATA_DIR: mkdtempSync(join(tmpdir(), 'zhisuan-e2e-')),
        ...(docker && { DOCKER_VIRTUAL_GPUS: 'RTX 4090:2', DOCKER_IMAGE: process.env.TEST_IMAGE ?? '' }),
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  }),
})
