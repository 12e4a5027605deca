import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'

/** The result of one test file in one project. */
export interface FileReport {
  project: string
  /** Path from the repository root: `tests/web/kit/yuan.test.ts`. */
  file: string
  ms: number
  /** The file could not be loaded, did not end, or something failed outside its tests: a hook, an unhandled rejection. */
  broken: boolean
  tests: { name: string; state: 'passed' | 'failed' | 'skipped' }[]
  /** What each test and hook that failed said, with its name. */
  errors: string[]
}

export interface VitestReport {
  files: FileReport[]
  /** Errors that belong to no file: processes that died. */
  stray: string[]
}

export const readVitestReport = (path: string): VitestReport | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as VitestReport) : undefined

export const hasFailed = ({ broken, tests }: FileReport): boolean => broken || tests.some(({ state }) => state === 'failed')

const progressEveryMs = 20_000

/** Writes the file named by VITEST_REPORT, and prints progress during the run. */
export default class FileReporter implements Reporter {
  #files = 0
  #ended = 0
  #failed = 0
  #begun = performance.now()
  #timer: NodeJS.Timeout | undefined

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length
    this.#begun = performance.now()
    this.#timer = setInterval(() => this.#sayProgress(), progressEveryMs)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#ended += 1
    if (module.ok()) return
    this.#failed += 1
    // At once: a run that is cut never comes to its summary.
    for (const line of listErrors(module)) process.stdout.write(`✗ ${line}\n`)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    clearInterval(this.#timer)
    const blamed = new Set(errors.map(fileOf))
    const report: VitestReport = {
      files: modules.map((module) => reportOf(module, blamed.has(module.moduleId))),
      stray: errors.filter((error) => !fileOf(error)).map(({ name, message }) => `${name ?? 'Error'}: ${message}`),
    }
    const path = process.env.VITEST_REPORT
    if (path) writeFileSync(path, JSON.stringify(report))
  }

  #sayProgress(): void {
    const minutes = ((performance.now() - this.#begun) / 60_000).toFixed(1)
    const failed = this.#failed > 0 ? `，其中 ${this.#failed} 个失败` : ''
    process.stdout.write(`… ${this.#ended} / ${this.#files} 个测试文件${failed}，${minutes} 分钟\n`)
  }
}

const longestError = 1_000

/** Of each test and hook that failed, in a line or a few. */
function listErrors(module: TestModule): string[] {
  const say = (name: string, errors: readonly SerializedError[] = []) =>
    errors.map(({ message }) => `${relative(process.cwd(), module.moduleId)} › ${name}: ${message}`.slice(0, longestError))
  return [
    ...say('file', module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) => say(suite.fullName, suite.errors())),
    ...[...module.children.allTests('failed')].flatMap((test) => say(test.fullName, test.result().errors)),
  ]
}

/** The file that ran when the error was thrown outside its tests. */
const fileOf = (error: SerializedError): unknown => error.VITEST_TEST_PATH

const isUnfinished = (module: TestModule): boolean => ['queued', 'pending'].includes(module.state())

const hasErrors = (module: TestModule): boolean =>
  module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0)

const reportOf = (module: TestModule, blamed: boolean): FileReport => {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return {
    project: module.project.name,
    file: relative(process.cwd(), module.moduleId),
    ms: Math.round(duration + collectDuration + setupDuration),
    broken: blamed || isUnfinished(module) || hasErrors(module),
    errors: listErrors(module),
    tests: [...module.children.allTests()].map((test) => {
      const { state } = test.result()
      return { name: test.fullName, state: state === 'pending' ? 'skipped' : state }
    }),
  }
}
