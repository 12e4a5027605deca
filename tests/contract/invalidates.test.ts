import { describe, expect, it } from 'vitest'
import { hasPathPrefix, parseEndpointNoun } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'

const reads = allEndpoints.filter(({ endpoint }) => endpoint.method === 'GET').map(({ endpoint }) => endpoint.path)

describe('What a call invalidates', () => {
  it('is about the noun its path begins with', () => {
    expect(parseEndpointNoun({ path: '/api/v1/instance/:id/start' })).toBe('instance')
    expect(parseEndpointNoun({ path: '/api/v1/operator/order/:id/refund' })).toBe('operator/order')
    expect(hasPathPrefix('/api/v1/wallet/entry/list', 'wallet')).toBe(true)
    expect(hasPathPrefix('/api/v1/wallet_of_others', 'wallet')).toBe(false)
  })

  it.each(allEndpoints.filter(({ endpoint }) => endpoint.invalidates.length > 0))(
    '$name names paths that are read',
    ({ endpoint }) => {
      for (const beginning of endpoint.invalidates) {
        expect(
          reads.some((path) => hasPathPrefix(path, beginning)),
          beginning,
        ).toBe(true)
        expect(beginning, 'its own noun is invalidated anyway').not.toBe(parseEndpointNoun(endpoint))
      }
    },
  )

  it('is nothing where a call only reads', () => {
    const strange = allEndpoints.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.invalidates.length > 0)
    expect(strange).toEqual([])
  })
})
