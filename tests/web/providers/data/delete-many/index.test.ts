import { describe, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import type { Resource } from '#src/admin/resource.ts'
import { createDataProvider } from '#src/providers/data/data-provider.ts'
import { buildResourceEntry } from '#tests/web/support/entries.ts'
import { serveSecretKeys } from '#tests/web/support/keys.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { testDataProvider, testResourceName } from '../provider.ts'

describe('product §11 Data provider: deleteMany', () => {
  it('makes one call a row where the path names a row', async () => {
    const world = serveSecretKeys(3)
    await testDataProvider.deleteMany?.({ resource: testResourceName, ids: ['key-1', 'key-3'] })
    expect(world.rows.map(({ id }) => id)).toEqual(['key-2'])
  })

  it('makes one call with all ids where the call takes many', async () => {
    const messages = { name: 'messages', api: { list: notifications.list, remove: notifications.remove } } as unknown as Resource
    const bodies: unknown[] = []
    mockCall(notifications.remove, ({ body }) => {
      bodies.push(body)
      return { count: 2 }
    })
    await createDataProvider([buildResourceEntry(messages)]).deleteMany?.({ resource: 'messages', ids: ['n-1', 'n-2'] })
    expect(bodies).toEqual([{ ids: ['n-1', 'n-2'] }])
  })
})
