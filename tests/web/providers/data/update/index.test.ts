import { describe, expect, it } from 'vitest'
import { serveSecretKeys } from '#tests/web/support/keys.ts'
import { testDataProvider, testResourceName } from '../provider.ts'

describe('product §11 Data provider: update', () => {
  it('puts the id into the path, sends the values and answers the changed row', async () => {
    const { rows } = serveSecretKeys(2)
    const { data } = await testDataProvider.update({ resource: testResourceName, id: 'key-1', variables: { name: '改过' } })
    expect(data).toMatchObject({ id: 'key-1', name: '改过' })
    expect(rows[0]?.name).toBe('改过')
  })
})
