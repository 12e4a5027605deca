import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accessRoles, isOperatorAccess } from '#contract/access.ts'
import { describeEndpoints, writeOpenapi } from '#contract/openapi.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'

const allEndpoints = await loadEndpoints()

const SchemaObject = z.record(z.string(), z.unknown())
const Content = z.record(z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/), z.strictObject({ schema: SchemaObject }))
const Parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: SchemaObject,
})
const Operation = z.strictObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().min(1),
  description: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ content: Content }).optional(),
  responses: z.record(z.string().regex(/^[1-5](\d\d|XX)$/), z.strictObject({ description: z.string().min(1), content: Content })),
})
/** What of OpenAPI 3.1 a document of ours may hold. */
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.tuple([z.strictObject({ url: z.url() })]),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation)),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Za-z0-9._-]+$/), SchemaObject),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
  }),
})

const head = { title: '智算中心 API', version: '0.0.0', origin: 'https://gpu.example.cn' }
const raw = JSON.parse(writeOpenapi(head, JSON.stringify(describeEndpoints(allEndpoints))))
const document = Document.parse(raw)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

function everyObject(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(everyObject)
  if (value === null || typeof value !== 'object') return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(everyObject)]
}

function everyText(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(everyText)
}

const at = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], raw)

describe('product §11 OpenAPI 3.1', () => {
  it('is plain JSON', () => expect(JSON.parse(JSON.stringify(raw))).toEqual(raw))

  it('covers every endpoint of the contract and of /v1, and nothing else', () => {
    const expected = [
      ...allEndpoints.map(({ name, endpoint: e }) => `${e.method.toLowerCase()} ${e.path.replace(/:(\w+)/g, '{$1}')} ${name}`),
      'get /v1/models llm_api.models',
      'get /v1/models/{id} llm_api.model',
      'post /v1/chat/completions llm_api.chat',
      'post /v1/embeddings llm_api.embeddings',
    ]
    expect(operations.map(({ method, path, operation }) => `${method} ${path} ${operation.operationId}`).sort()).toEqual(
      expected.sort(),
    )
  })

  it('says where it is called', () => expect(document.servers[0].url).toBe('https://gpu.example.cn'))

  it('says how each operation refuses and fails', () => {
    for (const { operation } of operations) expect(Object.keys(operation.responses)).toEqual(['200', '4XX', '5XX'])
  })

  it('gives each operation a name of its own', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  it('has no two paths that one address can mean', () => {
    const all = Object.keys(document.paths).map((path) => path.split('/'))
    const isVariable = (part: string) => part.startsWith('{')
    const stricter = (a: string[], b: string[]) => a.every((part, nth) => !isVariable(part) || isVariable(b[nth]!))
    const ambiguous = all.flatMap((a, nth) =>
      all.slice(nth + 1).flatMap((b) => {
        if (a.length !== b.length) return []
        const meet = a.every((part, at) => part === b[at] || isVariable(part) || isVariable(b[at]!))
        // of two that meet, the one with the fewer variables is meant, unless each has one where the other has none
        return meet && stricter(a, b) === stricter(b, a) ? [[a.join('/'), b.join('/')]] : []
      }),
    )
    expect(ambiguous).toEqual([])
  })

  it('refers to nothing that is not there, and names no schema that nobody refers to', () => {
    const references = everyObject(raw).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
    expect(references.length).toBeGreaterThan(50)
    for (const reference of references) expect(at(reference), reference).toBeTypeOf('object')
    for (const name of Object.keys(document.components.schemas)) expect(references).toContain(`#/components/schemas/${name}`)
  })

  it('names every parameter of a path and no other', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(declared.map(({ name }) => name)).toEqual(inPath)
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  it('asks for a token wherever the contract does', () => {
    for (const { name, endpoint } of allEndpoints) {
      const { operation } = operations.find((found) => found.operation.operationId === name)!
      expect(operation.security, name).toEqual(endpoint.access === 'public' ? [] : [{ bearer: [] }])
    }
  })

  it('describes each operation in one plain English sentence, before what else is asked of the caller', () => {
    for (const { operation } of operations) {
      const [sentence, conditions, ...more] = operation.description.split('\n\n')
      expect(sentence, operation.operationId).toMatch(/^[A-Z][a-z]+s,? [^\n]*[^.\n]\.$/)
      expect(sentence, operation.operationId).not.toMatch(/[.!?] /)
      expect(sentence!.length, operation.operationId).toBeLessThanOrEqual(140)
      expect(operation.description, operation.operationId).not.toMatch(/\p{Script=Han}/u)
      if (conditions !== undefined) expect(conditions, operation.operationId).toMatch(/\.$/)
      expect(more).toEqual([])
    }
  })

  it('describes no two operations alike', () => {
    const descriptions = allEndpoints.map(({ endpoint }) => endpoint.description)
    const twice = descriptions.filter((description, nth) => descriptions.indexOf(description) !== nth)
    expect(twice).toEqual([])
  })

  it('does not say where a call was agreed upon', () => {
    for (const text of everyText(raw)) expect(text).not.toMatch(/来源：|\bdecided\b|decisions\/|§/)
  })

  it('says which roles of operators a call is for', () => {
    for (const { name, endpoint } of allEndpoints) {
      const { description } = operations.find((found) => found.operation.operationId === name)!.operation
      const roles = isOperatorAccess(endpoint.access) ? accessRoles[endpoint.access] : []
      expect(description.match(/operator_[a-z]+/g) ?? [], name).toEqual(roles)
    }
  })

  it('says where sub-accounts are refused', () => {
    for (const { name, endpoint } of allEndpoints) {
      const { description } = operations.find((found) => found.operation.operationId === name)!.operation
      expect(description.includes('Sub-accounts are refused.'), name).toBe(endpoint.access === 'main')
    }
  })

  it('says where a fresh proof of who calls is needed', () => {
    for (const { name, endpoint } of allEndpoints) {
      const { description } = operations.find((found) => found.operation.operationId === name)!.operation
      expect(description.includes('POST /api/v1/step_up'), name).toBe(endpoint.stepUp)
    }
  })

  it('offers the Idempotency-Key where it counts', () => {
    for (const { name, endpoint } of allEndpoints) {
      const { operation } = operations.find((found) => found.operation.operationId === name)!
      expect(
        operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key'),
        name,
      ).toBe(endpoint.idempotent)
    }
  })

  it('describes each answer in the envelope', () => {
    for (const { name, endpoint } of allEndpoints) {
      const { responses } = operations.find((found) => found.operation.operationId === name)!.operation
      for (const [status, { content }] of Object.entries(responses)) {
        if (endpoint.download && status === '200') continue
        const { properties } = content['application/json']!.schema as { properties: object }
        expect(Object.keys(properties), name).toEqual(['code', 'success', 'data', 'message', 'total', 'total_is_capped'])
      }
    }
  })

  it('names the media of what is sent and answered as bytes', () => {
    const ofBytes = allEndpoints.filter(({ endpoint }) => endpoint.upload || endpoint.download)
    expect(ofBytes.length).toBeGreaterThan(3)
    for (const { name, endpoint } of ofBytes) {
      const { requestBody, responses } = operations.find((found) => found.operation.operationId === name)!.operation
      if (endpoint.upload) {
        const { schema } = requestBody!.content['multipart/form-data']!
        expect(schema.properties, name).toMatchObject({ file: { type: 'string', format: 'binary' } })
      }
      if (endpoint.download) expect(Object.keys(responses['200']!.content), name).toEqual([endpoint.download.split(';', 1)[0]])
    }
  })

  it('holds only keywords of JSON Schema 2020-12, with patterns that compile', () => {
    for (const object of everyObject(raw)) {
      expect(object).not.toHaveProperty('nullable')
      expect(object).not.toHaveProperty('definitions')
      expect(object).not.toHaveProperty('$defs')
      if (typeof object.pattern === 'string') expect(() => new RegExp(object.pattern as string, 'u')).not.toThrow()
    }
  })
})
