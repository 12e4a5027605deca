import { describe, expect, it } from 'vitest'
import { wallet } from '#contract/wallet.ts'
import type { Resource } from '#src/admin/resource.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { createDataProvider } from '#src/providers/data/data-provider.ts'
import { buildResourceEntry } from '#tests/web/support/entries.ts'
import { serveSecretKeys } from '#tests/web/support/keys.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { testDataProvider, testResourceName } from '../provider.ts'

describe('product §11 Data provider: create', () => {
  it('sends the values as the body and answers what was created', async () => {
    serveSecretKeys(0)
    const { data } = await testDataProvider.create({
      resource: testResourceName,
      variables: { mode: 'generate', name: '新', algorithm: 'ed25519' },
    })
    expect(data).toMatchObject({ name: '新', private_key: expect.stringContaining('OPENSSH') })
  })

  it('carries field errors to the form', async () => {
    serveSecretKeys(0)
    const variables = { mode: 'import', name: '新', public_key: 'x' }
    await expect(testDataProvider.create({ resource: testResourceName, variables })).rejects.toMatchObject({
      statusCode: 400,
      errors: { public_key: ['公钥格式有误'] },
    })
  })

  it('hands the key of the intent to the call: one for what is the same, another for anything else', async () => {
    const recharges = { name: 'recharges', api: { list: wallet.recharges, create: wallet.recharge } } as unknown as Resource
    const keys: (string | null)[] = []
    mockCall(wallet.recharge, ({ body, request }) => {
      keys.push(request.headers.get('idempotency-key'))
      const at = '2026-11-21T06:00:00Z'
      const { amount, channel } = body
      return {
        id: 'r-1',
        amount: `${amount}.00`,
        channel,
        status: 'pending' as const,
        pay_url: null,
        pay_way: 'qr' as const,
        created_at: at,
        expires_at: at,
        paid_at: null,
      }
    })
    const meta = { intentKeys: createIntentKeys() }
    for (const amount of ['10', '10', '20'])
      await createDataProvider([buildResourceEntry(recharges)]).create({
        resource: 'recharges',
        variables: { amount, channel: 'alipay' },
        meta,
      })
    expect(new Set(keys).size).toBe(2)
    expect(keys[0]).toBe(keys[1])
  })
})
