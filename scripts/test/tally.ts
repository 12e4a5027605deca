import { existsSync, readFileSync } from 'node:fs'

export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Their names, to be read at the end of a long run. */
  failures: string[]
  /** Names of those that failed first and passed when they were run once more by themselves. */
  unsteady: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}
interface PlaywrightSuite {
  specs: { title: string; file: string; ok: boolean; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites: PlaywrightSuite[]
}

/** A step that did not come to its tests counts as one failure. */
export const brokenOff = (what: string): Tally => ({ ...nothing, failed: 1, failures: [what] })

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] }

const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** The files of a vitest JSON report in which something failed. */
export const failedFiles = (file: string): string[] =>
  ((read(file) as VitestReport | undefined)?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name)

/** What a crowded run and a second one, of its failed files alone, come to together. */
export function together(first: Tally, second: Tally): Tally {
  const unsteady = first.failures.filter((name) => !second.failures.includes(name))
  const mended = Math.max(0, first.failed - second.failed)
  return { ...first, passed: first.passed + mended, failed: second.failed, failures: second.failures, unsteady }
}

/** Counts of a vitest JSON report; a file that could not be loaded counts as one failure, a missing report too. */
export function tallyVitest(file: string, exit_code: number): Tally {
  const report = read(file) as VitestReport | undefined
  if (!report) return brokenOff(`${file}: no report`)
  const failed = report.numFailedTests || (exit_code === 0 ? 0 : Math.max(1, report.numFailedTestSuites))
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      return tests.length === 0 ? [name] : tests.map(({ fullName }) => `${name} › ${fullName}`)
    })
  const skipped = report.numPendingTests + report.numTodoTests
  return { ...nothing, passed: report.numPassedTests, failed, skipped, failures }
}

/** Counts of a Playwright JSON report, which says itself what passed only when tried once more. */
export function tallyPlaywright(file: string, exit_code: number): Tally {
  const report = read(file) as PlaywrightReport | undefined
  if (!report) return brokenOff(`${file}: no report`)
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + report.errors.length
  const specs = report.suites.flatMap(specsOf)
  const named = (wanted: (spec: Spec) => boolean) => specs.filter(wanted).map((spec) => `${spec.file} › ${spec.title}`)
  return {
    passed: expected + flaky,
    failed: failed || (exit_code === 0 ? 0 : 1),
    skipped,
    failures: named(({ ok }) => !ok),
    unsteady: named(({ tests }) => tests.some(({ status }) => status === 'flaky')),
  }
}

type Spec = PlaywrightSuite['specs'][number]
const specsOf = ({ specs, suites = [] }: PlaywrightSuite): Spec[] => [...specs, ...suites.flatMap(specsOf)]

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  failures: tallies.flatMap(({ failures }) => failures),
  unsteady: tallies.flatMap(({ unsteady }) => unsteady),
})
