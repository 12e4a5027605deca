import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { checkOutCommit } from '#tests/support/checked-out-commit.ts'

/** The last commit before settlements in sets: limits "against the baseline" are stated for it. */
const defaultBaseline = '1aedf9a7a0784f879f08f6c463c23e0669979c9a'

interface BaselineProcess {
  /** Milliseconds per operation of one round. */
  round(): Promise<number>
  stop(): void
}

let child: ChildProcess | undefined
let tree: ReturnType<typeof checkOutCommit>

/** Checks the baseline out beside this tree, with the benchmarks of this tree and what only they need; undefined if the clone lacks it. */
export function checkOutBaseline(commit = defaultBaseline): string | undefined {
  tree = checkOutCommit(commit)
  if (!tree) return undefined
  cpSync('tests/bench', join(tree.dir, 'tests/bench'), { recursive: true })
  cpSync('tests/support', join(tree.dir, 'tests/support'), { recursive: true, force: false })
  return tree.dir
}

export const removeBaseline = (): void => tree?.remove()

/** Starts the same scenario at the baseline; it answers rounds once `compareSides` waits for it. */
export function startBaseline(tree: string, name: string): void {
  child = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/bench.ts', name], {
    cwd: tree,
    env: { ...process.env, BENCH_BASELINE_SIDE: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** The next message of the baseline; undefined if it has ended, as where the baseline cannot run the scenario. */
const hear = (from: ChildProcess): Promise<{ ms?: number } | undefined> =>
  from.exitCode !== null
    ? Promise.resolve(undefined)
    : new Promise((resolve) => {
        from.once('message', (message) => resolve(message as { ms?: number }))
        from.once('exit', () => resolve(undefined))
      })

/** Waits until the baseline has warmed up; undefined if there is none or if it cannot run this scenario. */
export async function waitForBaseline(): Promise<BaselineProcess | undefined> {
  const running = child
  child = undefined
  if (!running || !(await hear(running))) return undefined
  return {
    async round() {
      const heard = hear(running)
      running.send('round')
      const figure = await heard
      if (figure?.ms === undefined) throw new Error('the baseline ended in the middle of a round')
      return figure.ms
    },
    stop: () => void running.kill(),
  }
}
