import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { listObjects } from '#tests/support/listed.ts'

const target = fileURLToPath(new URL('./kill-target.ts', import.meta.url))
const kills = 8

/** Runs the target until it said `word` so many times, kills it, and gives the last thing said of each instance. */
async function killAfter(dir: string, word: string, times: number, before: Map<string, string>): Promise<Map<string, string>> {
  const child = spawn(process.execPath, ['--import', 'tsx', target, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = new Map(before)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (text.split(`${word} `).length > times) child.kill('SIGKILL')
  })
  await once(child, 'close')
  for (const line of text.split('\n').slice(0, -1)) {
    const [what = '', id = ''] = line.split(' ')
    said.set(id, what)
  }
  return said
}

it('finds after a kill -9 whatever was answered before it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-kill-'))
  let said = new Map<string, string>()
  for (let round = 0; round < kills; round += 1) {
    said = await killAfter(dir, ['removing', 'saving', 'starting'][round % 3]!, 5 + round * 7, said)
    const driver = createSimulator({ clock: new HeldClock(), dir, hosts: [], images: [] })
    const listed = (await listObjects(driver)).map(({ ref }) => ref.id)
    for (const [id, what] of said) {
      if (what === 'started') expect(listed).toContain(id)
      if (what === 'removed') expect(listed).not.toContain(id)
      if (what === 'saved') await driver.ensureImage('sim-1', `saved/${id}:1`, () => undefined)
    }
    expect(await readdir(join(dir, 'trash'))).toEqual([])
    expect((await readdir(join(dir, 'instances'))).sort()).toEqual(listed)
    for (const id of listed)
      expect(await readdir(join(dir, 'instances', id))).toEqual(expect.arrayContaining(['g1', 'workspace']))
    const images = await readdir(join(dir, 'images')).catch(() => [])
    const whole = images.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
    expect(images.filter((name) => !name.endsWith('.json')).sort()).toEqual(whole.sort())
    await driver.close()
  }
  await rm(dir, { recursive: true, force: true })
}, 60_000)
