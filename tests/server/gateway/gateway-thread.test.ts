import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '#server/adapters/clock.system.ts'
import type { Database } from '#server/db/database.ts'
import { startGatewayThread } from '#server/gateway/gateway-thread.ts'
import { Departure } from '#server/lib/departure.ts'
import { NodeFigures } from '#server/lib/node-figures.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { createMemoryDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/until.ts'

let database: Database
beforeEach(async () => {
  database = await createMemoryDatabase()
})
afterEach(() => database.close())

it('decision 091 A thread of the gateways that dies is named in the log and started again, until the process ends', async () => {
  const said: string[] = []
  const logged: string[] = []
  const departure = new Departure()
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  let asked = 0
  const gateways = await startGatewayThread(
    {
      database,
      log,
      figures: new NodeFigures(),
      departure,
      installation_id: 'zs-test',
      clock: { ...systemClock, sleep: async () => undefined },
    },
    {
      assertHeld: async () => {
        asked += 1
        if (asked === 1) throw new DriverUnavailable('another server works there')
      },
      say: (line) => void said.push(line),
    },
    new URL('./dying-gateway.mjs', import.meta.url),
  )
  expect(gateways.public).toEqual({ http: { domain: 'localhost', port: 1, https: false } })
  await waitUntil(() => expect(said).toEqual(['permitted']))
  expect(logged).toEqual([expect.stringContaining('another server works there')])
  await departure.begin(new Date('2026-01-01T00:01:00Z'))
  expect(said.at(-1)).toBe('leaves until 2026-01-01T00:01:00.000Z')
  await gateways.close()
  expect([asked, logged.length]).toEqual([2, 1])
})
