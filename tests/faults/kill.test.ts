import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChildProgram } from '#tests/support/child.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'
import { getRandomRuns } from '#tests/support/random-runs.ts'
import type { KillMessage } from './kill.child.ts'

const rounds = getRandomRuns('FAULT_ROUNDS', 2)
const shareKilledAtStart = 0.2

vi.setConfig({ testTimeout: 300_000 + rounds * 60_000 })

describe('SIGKILL of the process that runs the embedded database', () => {
  let folder: string
  beforeEach(() => {
    folder = createTemporaryFolder()
  })
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

  const start = () =>
    new ChildProgram<KillMessage>(new URL('./kill.child.ts', import.meta.url), [
      path.join(folder, 'db'),
      path.join(folder, 'acked'),
    ])

  /** Opens the database after a kill, verifies it, and kills again; in the first and some other rounds, kills while opening. */
  const live = async (round: number): Promise<KillMessage | undefined> => {
    const child = start()
    if (round === 0 || (round < rounds - 1 && Math.random() < shareKilledAtStart)) {
      await sleep(300 + 3000 * Math.random())
      await child.kill()
      return undefined
    }
    const first = await child.next()
    if (first) await child.next()
    await sleep(20 + 900 * Math.random())
    await child.kill()
    return first ?? Promise.reject(new Error(await child.ended))
  }

  it(`loses no acknowledged transfer and keeps every sum, ${rounds} times in a row`, async () => {
    for (let round = 0; round < rounds; round++) {
      const message = await live(round)
      if (message) expect(message, `round ${round}`).toMatchObject({ verdict: { lost: 0, broken: 0 } })
    }
    const last = start()
    const message = await last.next()
    await last.kill()
    expect(message).toMatchObject({ verdict: { lost: 0, broken: 0, acked: expect.toSatisfy((acked: number) => acked > 0) } })
    if (message && 'verdict' in message) console.warn(`${rounds} kills, ${message.verdict.acked} acknowledged transfers, 0 lost`)
  })
})
