import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bodyMaxBytes } from '#contract/endpoint.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'

const allEndpoints = await loadEndpoints()

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  type?: string
  maxLength?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
}

const most = (sizes: number[]) => Math.max(0, ...sizes)
const sum = (sizes: number[]) => sizes.reduce((a, b) => a + b, 0)

/** Bytes of the longest JSON of a schema, each character three in UTF-8. What has no end of its own counts little. */
function longest(schema: Schema, named: Record<string, Schema>): number {
  const of = (inner: Schema) => longest(inner, named)
  if (schema.$ref) return of(named[schema.$ref.split('/').at(-1)!]!)
  if (schema.allOf) return sum(schema.allOf.map(of))
  if (schema.anyOf ?? schema.oneOf) return most((schema.anyOf ?? schema.oneOf)!.map(of))
  if (schema.type === 'string' && !schema.enum) return 2 + 3 * (schema.maxLength ?? 100)
  if (schema.type === 'array') return 2 + (schema.maxItems ?? 10) * (1 + of(schema.items ?? {}))
  if (schema.type === 'object')
    return 2 + sum(Object.entries(schema.properties ?? {}).map(([name, inner]) => name.length + 4 + of(inner)))
  return 25
}

describe('security F14 The length of a body', () => {
  it('is declared where the form holds more than the usual, and only there', () => {
    const held = allEndpoints
      .filter(({ endpoint: { method, upload } }) => method !== 'GET' && !upload)
      .map(({ name, endpoint }) => {
        const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Schema
        return { name, bytes: longest(schema, schema.$defs ?? {}), max: endpoint.maxBodyBytes }
      })
    const wrong = held.filter(({ bytes, max }) => bytes > (max ?? bodyMaxBytes) || (max !== undefined && bytes <= bodyMaxBytes))
    expect(wrong).toEqual([])
  })
})
