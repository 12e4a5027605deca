import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { Child } from '#tests/support/child.ts'
import { temporaryFolder } from '#tests/support/engines.ts'
import { throwsOf } from '#tests/support/random-runs.ts'
import { judge, prepareBook, type Verdict } from './transfers.ts'

const rounds = throwsOf('POWER_LOSS_ROUNDS', 2)

vi.setConfig({ testTimeout: 300_000 + rounds * 60_000 })

describe('a power cut under the embedded database', () => {
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

  const open = async (data_dir: string): Promise<Verdict> => {
    const database = await openDatabase({ data_dir })
    await prepareBook(database)
    const verdict = await judge(database, path.join(folder, 'acked'))
    await database.close()
    return verdict
  }

  it(`loses no acknowledged transfer, keeps every sum and always opens again, ${rounds} times in a row`, async () => {
    let live = path.join(folder, '0')
    let dropped = 0
    let verdict = await open(live)
    for (let round = 1; round <= rounds; round++) {
      const image = path.join(folder, String(round))
      const child = new Child<{ dropped: number }>(new URL('./power-loss.child.ts', import.meta.url), [
        live,
        image,
        path.join(folder, 'acked'),
      ])
      const message = await child.next()
      if (!message) throw new Error(await child.ended)
      await child.ended
      dropped += message.dropped
      verdict = await open(image)
      expect(verdict, `round ${round}`).toMatchObject({ lost: 0, broken: 0 })
      fs.rmSync(live, { recursive: true })
      live = image
    }
    expect(verdict.acked).toBeGreaterThan(0)
    console.warn(`${rounds} power cuts, ${verdict.acked} acknowledged transfers, 0 lost, ${dropped} unsynced pages dropped`)
  })
})
