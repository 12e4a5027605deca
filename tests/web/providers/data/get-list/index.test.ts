import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { secret_keys } from '#contract/secret-keys.ts'
import { serveKeys } from '#tests/web/support/keys.ts'
import { on, Refused } from '#tests/web/support/wire.ts'
import { provider, resource } from '../provider.ts'

describe('product §11 Data provider: getList', () => {
  it('asks for a page and answers rows and total', async () => {
    serveKeys(25)
    const { data, total } = await provider.getList({ resource, pagination: { currentPage: 3, pageSize: 10 } })
    expect(data.map(({ id }) => id)).toEqual(['key-21', 'key-22', 'key-23', 'key-24', 'key-25'])
    expect(total).toBe(25)
  })

  it('sends one sorter as sort and order, and filters by field name', async () => {
    const { lists } = serveKeys(3)
    await provider.getList({
      resource,
      sorters: [{ field: 'name', order: 'desc' }],
      filters: [
        { field: 'algorithm', operator: 'eq', value: 'rsa' },
        { field: 'keyword', operator: 'eq', value: '' },
      ],
    })
    expect(Object.fromEntries(lists[0] ?? [])).toEqual({
      page: '1',
      page_size: '10',
      sort: 'name',
      order: 'desc',
      algorithm: 'rsa',
    })
  })

  it('reads every page when pagination is off', async () => {
    const { lists } = serveKeys(230)
    const { data, total } = await provider.getList({ resource, pagination: { mode: 'off' } })
    expect(data).toHaveLength(230)
    expect(total).toBe(230)
    expect(lists).toHaveLength(3)
  })

  it('can be cancelled', async () => {
    serveKeys(1)
    const abort = new AbortController()
    const asked = provider.getList({
      resource,
      meta: { queryContext: { signal: abort.signal, queryKey: [], client: new QueryClient() } },
    })
    abort.abort()
    await expect(asked).rejects.toMatchObject({ name: 'CanceledError' })
  })

  it('rejects with what Refine calls an HttpError', async () => {
    on(secret_keys.list, () => {
      throw new Refused('internal', { request_id: 'req-1' })
    })
    await expect(provider.getList({ resource })).rejects.toMatchObject({ statusCode: 500, message: '服务异常，请稍后再试' })
  })

  it('names the resource and verb that nobody declared', async () => {
    await expect(provider.getList({ resource: 'nothing' })).rejects.toThrow('resource "nothing" declares no list endpoint')
  })
})
