import { describe, expect, it } from 'vitest'
import { aKey, serveKeys } from '#tests/web/support/keys.ts'
import { provider, resource } from '../provider.ts'

describe('product §11 Data provider: getOne', () => {
  it('puts the id into the path and answers the row', async () => {
    serveKeys(2)
    expect(await provider.getOne({ resource, id: 'key-2' })).toEqual({ data: aKey(2) })
  })

  it('rejects with 404 for a row that is not there', async () => {
    serveKeys(0)
    await expect(provider.getOne({ resource, id: 'key-2' })).rejects.toMatchObject({ statusCode: 404 })
  })
})
