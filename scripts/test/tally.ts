import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { hasFailed, type VitestReport } from './file-report.ts'

export interface TestTally {
  passed: number
  failed: number
  skipped: number
  /** Names of the failed tests, listed at the end of a long run. */
  failures: string[]
  /** Names of tests that failed first and passed when rerun alone. */
  flaky: string[]
  /** What failed and flaky tests said: the end of a long log is what is kept of it. */
  errors: string[]
  /** Duration of each file in milliseconds. */
  files: { file: string; ms: number }[]
}

interface PlaywrightSuite {
  specs: Spec[]
  suites?: PlaywrightSuite[]
}
interface Spec {
  title: string
  file: string
  ok: boolean
  tests: {
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
    results: { duration: number; error?: { message?: string } }[]
  }[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  /** Of no test: the server did not start, or the run took too long. */
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

export const emptyTally: TestTally = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [], errors: [], files: [] }

/** A step that failed before running its tests counts as one failure. */
export const createFailedTally = (what: string): TestTally => ({ ...emptyTally, failed: 1, failures: [what] })

const read = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** Counts the results of a vitest run; a file that could not be loaded, or a missing report, counts as one failure. */
export function tallyVitest(report: VitestReport | undefined, exitCode: number): TestTally {
  if (!report) return createFailedTally('vitest wrote no report')
  const { files, stray } = report
  const count = (wanted: string) => files.flatMap(({ tests }) => tests).filter(({ state }) => state === wanted).length
  const failures = files.filter(hasFailed).flatMap(({ project, file, tests }) => {
    const failed = tests.filter(({ state }) => state === 'failed')
    return failed.length === 0 ? [`${project} ${file}`] : failed.map(({ name }) => `${project} ${file} › ${name}`)
  })
  failures.push(...stray)
  if (failures.length === 0 && exitCode !== 0) failures.push(`vitest ended with ${exitCode}`)
  return {
    passed: count('passed'),
    failed: failures.length,
    skipped: count('skipped'),
    failures,
    flaky: [],
    errors: files.flatMap(({ errors }) => errors),
    files: files.map(({ project, file, ms }) => ({ file: `${project} ${file}`, ms })),
  }
}

/**
 * Combines the results of a parallel run and of the rerun of its failed files alone. `stray`: errors of the first run that belong to
 * no file, such as a process that died; no rerun answers for them.
 */
export function mergeRetryTally(first: TestTally, second: TestTally, stray: readonly string[]): TestTally {
  const failures = [...stray, ...second.failures]
  const flaky = first.failures.filter((name) => !failures.includes(name))
  const passed = first.passed + flaky.length
  return { ...first, passed, failed: failures.length, failures, flaky, errors: [...first.errors, ...second.errors] }
}

/** Counts the results of a Playwright JSON report, which marks tests that passed only on retry. */
export function tallyPlaywright(path: string, exitCode: number): TestTally {
  const report = read(path) as PlaywrightReport | undefined
  if (!report) return createFailedTally(`${path}: no report`)
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + report.errors.length
  const specs = report.suites.flatMap(specsOf)
  const named = (wanted: (spec: Spec) => boolean) => specs.filter(wanted).map((spec) => `${spec.file} › ${spec.title}`)
  const ms = new Map<string, number>()
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results)) ms.set(file, (ms.get(file) ?? 0) + duration)
  return {
    passed: expected + flaky,
    failed: failed || (exitCode === 0 ? 0 : 1),
    skipped,
    failures: named(({ ok }) => !ok),
    flaky: named(({ tests }) => tests.some(({ status }) => status === 'flaky')),
    errors: [...report.errors.map(({ message }) => cutError(message)), ...specs.flatMap(listErrorsOf)],
    files: [...ms].map(([file, ms]) => ({ file: `browser ${file}`, ms })),
  }
}

const longestError = 1_000
const cutError = (message = ''): string => stripVTControlCharacters(message).slice(0, longestError)

const listErrorsOf = ({ file, title, tests }: Spec): string[] =>
  tests
    .flatMap(({ results }) => results)
    .flatMap(({ error }) => (error ? [`${file} › ${title}: ${cutError(error.message)}`] : []))

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): Spec[] => [...specs, ...suites.flatMap(specsOf)]

export const sumTallies = (tallies: readonly TestTally[]): TestTally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  failures: tallies.flatMap(({ failures }) => failures),
  flaky: tallies.flatMap(({ flaky }) => flaky),
  errors: tallies.flatMap(({ errors }) => errors),
  files: tallies.flatMap(({ files }) => files),
})
