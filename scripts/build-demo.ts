/**
 * Plays the story of the demo and keeps its end as a snapshot in dist/demo, from which an empty data folder begins. `--if-stale` skips
 * this if the code is unchanged, or if the start that follows has no use for it; `--into <dir>` puts it elsewhere.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seedRandomness } from './demo/seed-randomness.ts'
import { hashInputs, isBuiltFrom } from './inputs.ts'

const { values } = parseArgs({
  options: { 'if-stale': { type: 'boolean', default: false }, into: { type: 'string', default: 'dist/demo' } },
})
const stampOf = (dir: string) => join(dir, 'inputs')
const inputs = ['package-lock.json', 'scripts/build-demo.ts', 'scripts/demo', 'contract', 'server']
const storySeed = 20_260_101

/** Whether a start with this environment would begin from a snapshot. */
async function isWanted(): Promise<boolean> {
  const { readServerConfig } = await import('#server/config/config.ts')
  const config = readServerConfig(process.env)
  return config.demo_story && !existsSync(join(config.data_dir, 'database', 'pgdata'))
}

async function main(): Promise<string> {
  const hash = hashInputs(inputs)
  const stamp = stampOf(values.into)
  if (values['if-stale']) {
    if (isBuiltFrom(stamp, hash)) return 'demo: up to date'
    if (!(await isWanted())) return 'demo: not needed'
  }
  const begun = performance.now()
  const fresh = `${values.into}.${process.pid}`
  seedRandomness(storySeed)
  const [{ buildSnapshot }, { openWire }] = [
    await import('#server/demo/living/build-snapshot.ts'),
    await import('./demo/wire.ts'),
  ]
  await buildSnapshot(fresh, openWire)
  writeFileSync(stampOf(fresh), hash)
  rmSync(values.into, { recursive: true, force: true })
  renameSync(fresh, values.into)
  return `demo: built in ${((performance.now() - begun) / 1000).toFixed(1)} s`
}

process.stdout.write(`${await main()}\n`)
process.exit(0)
