import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadEndpoints } from '#server/crud-nouns.ts'

type JsonSchema = Record<string, unknown> | boolean | undefined

const isOpen = (node: JsonSchema): boolean =>
  node === true || (typeof node === 'object' && Object.keys(node).every((key) => ['description', 'id', 'title'].includes(key)))

/** Where a value of this schema could carry what nobody has declared: fields of any name and kind, or anything at all. */
function findOpenings(node: JsonSchema, defs: Record<string, JsonSchema>, path = '', seen = new Set<unknown>()): string[] {
  if (isOpen(node)) return [path || '(all)']
  if (typeof node !== 'object' || seen.has(node)) return []
  seen.add(node)
  const look = (child: unknown, name: string) => findOpenings(child as JsonSchema, defs, name, seen)
  const found: string[] = []
  if (typeof node.$ref === 'string') found.push(...look(defs[node.$ref.split('/').at(-1)!], path))
  for (const [name, child] of Object.entries((node.properties ?? {}) as object)) found.push(...look(child, `${path}.${name}`))
  if (node.items !== undefined) found.push(...look(node.items, `${path}[]`))
  if (node.additionalProperties !== undefined && node.additionalProperties !== false)
    found.push(...look(node.additionalProperties, `${path}.*`))
  for (const kind of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const child of (node[kind] ?? []) as unknown[]) found.push(...look(child, path))
  return found
}

function openingsOf(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return findOpenings(root, $defs as Record<string, JsonSchema>)
}

const endpoints = await loadEndpoints()

describe('ASVS 15.3 What goes in and out of a call', () => {
  it('is found where a schema is open', () => {
    const open = z.object({ a: z.array(z.looseObject({ b: z.string() })), c: z.record(z.string(), z.unknown()), d: z.string() })
    expect(openingsOf(open, 'input')).toEqual(['.a[].*', '.c.*'])
  })

  it('is declared field by field: no caller can set a column that its body does not name', () => {
    const open = endpoints.flatMap(({ name, endpoint }) => openingsOf(endpoint.body, 'input').map((path) => `${name} ${path}`))
    expect(open).toEqual([])
  })

  it('is declared field by field: no answer can carry a column that its contract does not name', () => {
    const open = endpoints
      .filter(({ endpoint }) => !endpoint.download)
      .flatMap(({ name, endpoint }) => openingsOf(endpoint.data, 'output').map((path) => `${name} ${path}`))
    expect(open).toEqual([])
  })
})
