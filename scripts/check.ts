import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/**
 * `npm run check`: format, import rules, unused code, types, database types, web size, contract and architecture tests, and the
 * web tests that uncommitted changes can affect; runs as many steps in parallel as there are
 * cores. `--static` skips the tests. Exit code 1 if a step failed; prints the output of failed steps.
 */

const bin = (name: string) => join('node_modules', '.bin', name)
const script = (name: string, ...args: string[]) => [process.execPath, '--import', 'tsx', `scripts/${name}.ts`, ...args]

type Command = readonly string[]

/** Longest first. The commands of a step run in sequence. */
const steps: readonly (readonly [name: string, commands: readonly Command[]])[] = [
  ['types', [[bin('tsc'), '--noEmit']]],
  ['web', [script('build-web', '--if-stale'), script('size')]],
  ['format and imports', [[bin('biome'), 'check', '.']]],
  ['unused code', [[bin('knip')]]],
  ['database types', [script('db-types', '--check')]],
]
const vitest = [bin('vitest'), 'run', '--reporter=dot', '--passWithNoTests']
const tests: readonly Command[] = [
  [...vitest, '--project=unit', 'tests/contract', 'tests/architecture'],
  [...vitest, '--project=web', '--changed'],
]

function run([program = '', ...args]: Command, show: boolean): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`
let failed = false

async function check(name: string, commands: readonly Command[]): Promise<void> {
  const begun = performance.now()
  for (const command of commands) {
    const { code, output } = await run(command, false)
    if (code === 0) continue
    failed = true
    process.stdout.write(`${output}\n✗ ${name} (${seconds(begun)}): ${command.join(' ')}\n`)
    return
  }
  process.stdout.write(`✓ ${name} (${seconds(begun)})\n`)
}

const waiting = [...steps]
const lane = async () => {
  for (let step = waiting.shift(); step; step = waiting.shift()) await check(...step)
}
await Promise.all(Array.from({ length: availableParallelism() }, lane))
if (!process.argv.includes('--static')) for (const command of tests) failed ||= (await run(command, true)).code !== 0
process.exitCode = failed ? 1 : 0
