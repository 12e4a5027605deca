import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTimeCheck } from '#tests/support/random-runs.ts'

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url))

export interface KillCycleReport {
  kills: number
  /** Lives started in order to be killed: as many as requested, or as time allowed. */
  lives: number
  /** Each with the number of the life in which it was found. */
  problems: string[]
  acknowledged: number
  charges: number
}

interface Line {
  problems?: string[]
  acknowledged?: number
  charges?: number
  loaded?: true
  at_rest?: true
}

/** Runs one life; `killAfterMs` counts from the start of the load, or, when negative, from the start of the process. */
function live(dir: string, args: string[], killAfterMs: number | undefined, onLine: (line: Line) => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', childFile, dir, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let killed = false
    let errors = ''
    let rest = ''
    const kill = (ms: number) =>
      setTimeout(() => {
        killed = true
        child.kill('SIGKILL')
      }, ms)
    if (killAfterMs !== undefined && killAfterMs < 0) kill(-killAfterMs)
    child.stderr.on('data', (chunk) => (errors += chunk))
    child.stdout.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        const line = JSON.parse(text) as Line
        onLine(line)
        if (line.loaded && killAfterMs !== undefined && killAfterMs >= 0) kill(killAfterMs)
      }
    })
    child.on('exit', (code) =>
      killed || code === 0 ? resolve(killed) : reject(new Error(`a life ended with ${code}: ${errors.slice(-2000)}`)),
    )
  })
}

/**
 * Kills a platform under load `kills` times at random moments, every fifth time during startup and every fourth life with
 * its clock set 40 days wrong; the last life settles. The same seed gives the same moments.
 */
export async function runKillCycles(kills: number, seed: number): Promise<KillCycleReport> {
  const dir = mkdtempSync(join(tmpdir(), 'zhisuan-lives-'))
  const report: KillCycleReport = { kills: 0, lives: 0, problems: [], acknowledged: 0, charges: 0 }
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
  const note = (life: number) => (line: Line) => {
    report.problems.push(...(line.problems ?? []).map((problem) => `life ${life}: ${problem}`))
    report.acknowledged = line.acknowledged ?? report.acknowledged
    report.charges = line.charges ?? report.charges
  }
  const isTime = createTimeCheck()
  for (let life = 1; life <= kills && isTime(); life++) {
    report.lives = life
    const jumpDays = life % 4 === 0 ? (random() < 0.5 ? -40 : 40) : 0
    const starting = life % 5 === 0
    const moment = starting ? -(300 + random() * 1500) : 100 + random() * 2900
    if (await live(dir, [String(seed + life), 'load', String(jumpDays)], moment, note(life))) report.kills++
  }
  await live(dir, [String(seed), 'settle', '0'], undefined, note(report.lives + 1))
  if (report.problems.length === 0) rmSync(dir, { recursive: true, force: true })
  return report
}
