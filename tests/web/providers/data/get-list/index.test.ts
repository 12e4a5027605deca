import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { secretKeys } from '#contract/secret-keys.ts'
import { serveSecretKeys } from '#tests/web/support/keys.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { testDataProvider, testResourceName } from '../provider.ts'

describe('product §11 Data provider: getList', () => {
  it('asks for a page and answers rows and total', async () => {
    serveSecretKeys(25)
    const { data, total } = await testDataProvider.getList({
      resource: testResourceName,
      pagination: { currentPage: 3, pageSize: 10 },
    })
    expect(data.map(({ id }) => id)).toEqual(['key-21', 'key-22', 'key-23', 'key-24', 'key-25'])
    expect(total).toBe(25)
  })

  it('sends one sorter as sort and order, and filters by field name', async () => {
    const { lists } = serveSecretKeys(3)
    await testDataProvider.getList({
      resource: testResourceName,
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
    const { lists } = serveSecretKeys(230)
    const { data, total } = await testDataProvider.getList({ resource: testResourceName, pagination: { mode: 'off' } })
    expect(data).toHaveLength(230)
    expect(total).toBe(230)
    expect(lists).toHaveLength(3)
  })

  it('can be cancelled', async () => {
    serveSecretKeys(1)
    const abort = new AbortController()
    const asked = testDataProvider.getList({
      resource: testResourceName,
      meta: { queryContext: { signal: abort.signal, queryKey: [], client: new QueryClient() } },
    })
    abort.abort()
    await expect(asked).rejects.toMatchObject({ name: 'CanceledError' })
  })

  it('rejects with what Refine calls an HttpError', async () => {
    mockCall(secretKeys.list, () => {
      throw new RefusedError('internal', { request_id: 'req-1' })
    })
    await expect(testDataProvider.getList({ resource: testResourceName })).rejects.toMatchObject({
      statusCode: 500,
      message: '服务异常，请稍后再试',
    })
  })

  it('names the resource and verb that nobody declared', async () => {
    await expect(testDataProvider.getList({ resource: 'nothing' })).rejects.toThrow(
      'resource "nothing" declares no list endpoint',
    )
  })
})
