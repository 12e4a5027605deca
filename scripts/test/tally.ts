import { existsSync, readFileSync } from 'node:fs'

export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Their names, to be read at the end of a long run. */
  failures: string[]
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
  specs: { title: string; file: string; ok: boolean }[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
  suites: PlaywrightSuite[]
}

/** A step that did not come to its tests counts as one failure. */
export const brokenOff = (what: string): Tally => ({ passed: 0, failed: 1, skipped: 0, failures: [what] })

const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

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
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests, failures }
}

/** Counts of a Playwright JSON report; a test that only passed on a second try has failed. */
export function tallyPlaywright(file: string, exit_code: number): Tally {
  const report = read(file) as PlaywrightReport | undefined
  if (!report) return brokenOff(`${file}: no report`)
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + report.errors.length
  const failures = report.suites.flatMap(specsOf).flatMap(({ title, file, ok }) => (ok ? [] : [`${file} › ${title}`]))
  return { passed: expected, failed: failed || (exit_code === 0 ? 0 : 1), skipped, failures }
}

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [...specs, ...suites.flatMap(specsOf)]

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  failures: tallies.flatMap(({ failures }) => failures),
})
