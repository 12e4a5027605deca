import { describe, expect, it } from 'vitest'
import { beginsWith, nounOf } from '#contract/endpoint.ts'
import { all_endpoints } from '#contract/index.ts'

const reads = all_endpoints.filter(({ endpoint }) => endpoint.method === 'GET').map(({ endpoint }) => endpoint.path)

describe('What a call invalidates', () => {
  it('is about the noun its path begins with', () => {
    expect(nounOf({ path: '/api/v1/instance/:id/start' })).toBe('instance')
    expect(nounOf({ path: '/api/v1/operator/order/:id/refund' })).toBe('operator/order')
    expect(beginsWith('/api/v1/wallet/entry/list', 'wallet')).toBe(true)
    expect(beginsWith('/api/v1/wallet_of_others', 'wallet')).toBe(false)
  })

  it.each(all_endpoints.filter(({ endpoint }) => endpoint.invalidates.length > 0))(
    '$name names paths that are read',
    ({ endpoint }) => {
      for (const beginning of endpoint.invalidates) {
        expect(
          reads.some((path) => beginsWith(path, beginning)),
          beginning,
        ).toBe(true)
        expect(beginning, 'its own noun is invalidated anyway').not.toBe(nounOf(endpoint))
      }
    },
  )

  it('is nothing where a call only reads', () => {
    const strange = all_endpoints.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.invalidates.length > 0)
    expect(strange).toEqual([])
  })
})
