import { describe, expect, it } from 'vitest'
import { buildSecretKey, serveSecretKeys } from '#tests/web/support/keys.ts'
import { testDataProvider, testResourceName } from '../provider.ts'

describe('product §11 Data provider: getOne', () => {
  it('puts the id into the path and answers the row', async () => {
    serveSecretKeys(2)
    expect(await testDataProvider.getOne({ resource: testResourceName, id: 'key-2' })).toEqual({ data: buildSecretKey(2) })
  })

  it('rejects with 404 for a row that is not there', async () => {
    serveSecretKeys(0)
    await expect(testDataProvider.getOne({ resource: testResourceName, id: 'key-2' })).rejects.toMatchObject({ statusCode: 404 })
  })
})
