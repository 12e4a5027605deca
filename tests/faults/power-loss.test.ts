import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { ChildProgram } from '#tests/support/child.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'
import { getRandomRuns } from '#tests/support/random-runs.ts'
import { createTransferTables, type TransferVerdict, verifyTransfers } from './transfers.ts'

const rounds = getRandomRuns('POWER_LOSS_ROUNDS', 2)

vi.setConfig({ testTimeout: 300_000 + rounds * 60_000 })

describe('a power cut under the embedded database', () => {
  let folder: string
  beforeEach(() => {
    folder = createTemporaryFolder()
  })
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

  const open = async (dataDir: string): Promise<TransferVerdict> => {
    const database = await openDatabase({ data_dir: dataDir })
    await createTransferTables(database)
    const verdict = await verifyTransfers(database, path.join(folder, 'acked'))
    await database.close()
    return verdict
  }

  it(`loses no acknowledged transfer, keeps every sum and always opens again, ${rounds} times in a row`, async () => {
    let live = path.join(folder, '0')
    let dropped = 0
    let verdict = await open(live)
    for (let round = 1; round <= rounds; round++) {
      const image = path.join(folder, String(round))
      const child = new ChildProgram<{ dropped: number }>(new URL('./power-loss.child.ts', import.meta.url), [
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
