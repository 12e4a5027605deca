import { describe, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import type { Resource } from '#src/admin/resource.ts'
import { createDataProvider } from '#src/providers/data/data-provider.ts'
import { buildResourceEntry } from '#tests/web/support/entries.ts'
import { serveSecretKeys } from '#tests/web/support/keys.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { testDataProvider, testResourceName } from '../provider.ts'

describe('product §11 Data provider: deleteOne', () => {
  it('puts the id into the path', async () => {
    const world = serveSecretKeys(2)
    expect(await testDataProvider.deleteOne({ resource: testResourceName, id: 'key-1' })).toEqual({ data: { id: 'key-1' } })
    expect(world.rows.map(({ id }) => id)).toEqual(['key-2'])
  })

  it('sends ids where the call takes many', async () => {
    const messages = { name: 'messages', api: { list: notifications.list, remove: notifications.remove } } as unknown as Resource
    const bodies: unknown[] = []
    mockCall(notifications.remove, ({ body }) => {
      bodies.push(body)
      return { count: 1 }
    })
    await createDataProvider([buildResourceEntry(messages)]).deleteOne({ resource: 'messages', id: 'n-1' })
    expect(bodies).toEqual([{ ids: ['n-1'] }])
  })
})
