import { z } from 'zod'
import { isOperatorAccess, roles_of_access } from './access.ts'
import { challenge_header, type Endpoint } from './endpoint.ts'
import { ErrorData, envelope } from './envelope.ts'
import type { NamedEndpoint } from './index.ts'
import { limits } from './limits.ts'
import { llm_security, llmPaths } from './openapi-llm.ts'

type Json = Record<string, unknown>

export const openapi_path = '/api/v1/openapi.json' as const

const definition = '#/$defs/'
const component = '#/components/schemas/'

/** The same JSON with references to definitions of its own turned into references to the document's components. */
function withComponents(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withComponents)
  if (json === null || typeof json !== 'object') return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace(definition, component) : withComponents(value),
    ]),
  )
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, $defs: __, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json
  return withComponents(json) as Json
}

/** Every schema with a name that answers and bodies refer to. */
function namedSchemas(endpoints: readonly NamedEndpoint[]): Json {
  const schemas: Json = {}
  const collect = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $defs = {} } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as { $defs?: Json }
    for (const [name, { id: _, ...json }] of Object.entries($defs) as [string, Json][]) schemas[name] = withComponents(json)
  }
  for (const { endpoint: e } of endpoints) {
    collect(envelope(e.data), 'output')
    for (const sent of [e.params, e.query, e.body]) collect(sent, 'input')
  }
  collect(envelope(ErrorData.nullable()), 'output')
  return schemas
}

const parametersOf = (schema: z.ZodType, where: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
  }))
}

const answer = (description: string, data: z.ZodType): Json => ({
  description,
  content: { 'application/json': { schema: schemaOf(envelope(data), 'output') } },
})

const bytes: Json = { type: 'string', format: 'binary' }

function requestBody(e: Endpoint): Json {
  if (e.method === 'GET') return {}
  const schema = schemaOf(e.body, 'input') as { properties?: Json }
  if (!e.upload) return { requestBody: { content: { 'application/json': { schema } } } }
  const with_file = { ...schema, properties: { ...schema.properties, file: bytes } }
  return { requestBody: { content: { 'multipart/form-data': { schema: with_file } } } }
}

/** A media type without its parameters: the document names types alone. */
const typeOf = (media: string): string => media.split(';', 1)[0]!

const success = (e: Endpoint): Json =>
  e.download ? { description: '成功', content: { [typeOf(e.download)]: { schema: bytes } } } : answer('成功', e.data)

/** What is asked of the caller beyond a token, as sentences. */
function conditionsOf(e: Endpoint): string[] {
  const conditions: string[] = []
  if (e.access === 'main') conditions.push('Sub-accounts are refused.')
  if (e.access === 'tencent') conditions.push('For accounts that large language models are open to.')
  if (isOperatorAccess(e.access)) conditions.push(`For operators with the role ${roles_of_access[e.access].join(' or ')}.`)
  if (e.step_up)
    conditions.push(
      `Refused with step_up_required unless identity was proved in this session (POST /api/v1/step_up) within the last ${limits.step_up_seconds / 60} minutes.`,
    )
  if (e.challenged)
    conditions.push(
      `May be refused with challenge_required: solve a challenge of POST /api/v1/captcha/challenge and repeat the call with its answer in the header ${challenge_header}.`,
    )
  if (e.upload) conditions.push(`The file may have ${e.upload.max_bytes / 1_048_576} MiB at most.`)
  return conditions
}

const descriptionOf = (e: Endpoint): string => {
  const conditions = conditionsOf(e).join(' ')
  return conditions ? `${e.description}\n\n${conditions}` : e.description
}

const headerOf = (name: string, maxLength: number): Json => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength },
})

const operation = (name: string, tag: string, e: Endpoint): Json => ({
  operationId: name,
  tags: [tag],
  summary: e.summary,
  description: descriptionOf(e),
  security: e.access === 'public' ? [] : [{ bearer: [] }],
  parameters: [
    ...parametersOf(e.params, 'path'),
    ...parametersOf(e.query, 'query'),
    ...(e.idempotent ? [headerOf('Idempotency-Key', 64)] : []),
    ...(e.challenged ? [headerOf(challenge_header, 200)] : []),
  ],
  ...requestBody(e),
  responses: {
    200: success(e),
    '4XX': answer('请求被拒绝：code 见错误码表', ErrorData.nullable()),
    '5XX': answer('平台出错：code 见错误码表', ErrorData.nullable()),
  },
})

interface Described {
  title: string
  version: string
  /** Where it is called. */
  origin: string
  endpoints: readonly NamedEndpoint[]
}

/** The OpenAPI 3.1 document of the endpoints and of `/v1`, served at `/api/v1/openapi.json`. */
export function openapi({ title, version, origin, endpoints }: Described): Json {
  const paths: Record<string, Json> = {}
  for (const { name, group, endpoint: e } of endpoints) {
    const path = e.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [e.method.toLowerCase()]: operation(name, group, e) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: origin }],
    paths: { ...paths, ...llmPaths(schemaOf) },
    components: {
      schemas: namedSchemas(endpoints),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, llm_key: llm_security },
    },
  }
}
