import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { databaseEngines } from '#tests/support/engines.ts'
import { waitUntil } from '#tests/support/until.ts'

describe.each(databaseEngines)('notifications on $name', ({ available, open }) => {
  describe.skipIf(!available)('reach whoever listens', () => {
    let database: Database
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database?.close())

    const notifyInside = (channel: string, payload: string, fail = false) =>
      database.transaction(async (trx) => {
        await sql`select pg_notify(${channel}, ${payload})`.execute(trx)
        if (fail) throw new Error('rolled back')
      })

    it('delivers payloads in order, to every listener of the channel and to no other', async () => {
      const first = vi.fn()
      const second = vi.fn()
      const other = vi.fn()
      await database.listen('stream', first)
      await database.listen('stream', second)
      await database.listen('jobs', other)
      for (const payload of ['一', 'two', '']) await database.notify('stream', payload)
      await waitUntil(() => expect(second.mock.calls).toEqual([['一'], ['two'], ['']]))
      expect([first.mock.calls, other.mock.calls]).toEqual([second.mock.calls, []])
    })

    it('delivers what a transaction sent when it commits, and nothing of one that rolled back', async () => {
      const heard = vi.fn()
      await database.listen('money', heard)
      await notifyInside('money', 'lost', true).catch(() => {})
      await notifyInside('money', 'kept')
      await waitUntil(() => expect(heard.mock.calls).toEqual([['kept']]))
    })

    it('stops for the listener that stopped, and goes on for the others', async () => {
      const stopped = vi.fn()
      const going = vi.fn()
      const stop = await database.listen('stopping', stopped)
      await database.listen('stopping', going)
      await stop()
      await database.notify('stopping', 'x')
      await waitUntil(() => expect(going.mock.calls).toEqual([['x']]))
      expect(stopped).not.toHaveBeenCalled()
    })

    it('can listen again after the last listener stopped', async () => {
      const stop = await database.listen('again', () => {})
      await stop()
      const heard = vi.fn()
      await database.listen('again', heard)
      await database.notify('again', 'y')
      await waitUntil(() => expect(heard.mock.calls).toEqual([['y']]))
    })

    it('refuses a channel that is not a plain name', async () => {
      await expect(database.listen('x; drop table users', () => {})).rejects.toThrow('not a channel name')
    })
  })
})
