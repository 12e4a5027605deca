import { z } from 'zod'
import { accessRoles, isOperatorAccess } from './access.ts'
import { challengeHeader, type Endpoint } from './endpoint.ts'
import { buildEnvelope, ErrorData } from './envelope.ts'
import type { NamedEndpoint } from './index.ts'
import { limits } from './limits.ts'
import { buildLlmPaths, llmSecurity } from './openapi-llm.ts'

type Json = Record<string, unknown>

export const openapiPath = '/api/v1/openapi.json' as const

const definitionPrefix = '#/$defs/'
const componentPrefix = '#/components/schemas/'

/** Rewrites references to the JSON schema's own definitions into references to the document's components. */
function rewriteReferences(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(rewriteReferences)
  if (json === null || typeof json !== 'object') return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace(definitionPrefix, componentPrefix) : rewriteReferences(value),
    ]),
  )
}

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, $defs: __, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json
  return rewriteReferences(json) as Json
}

/** Collects all named schemas used by answers and bodies. */
function collectSchemas(endpoints: readonly NamedEndpoint[]): Json {
  const schemas: Json = {}
  const collect = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $defs = {} } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as { $defs?: Json }
    for (const [name, { id: _, ...json }] of Object.entries($defs) as [string, Json][]) schemas[name] = rewriteReferences(json)
  }
  for (const { endpoint: e } of endpoints) {
    collect(buildEnvelope(e.data), 'output')
    for (const sent of [e.params, e.query, e.body]) collect(sent, 'input')
  }
  collect(buildEnvelope(ErrorData.nullable()), 'output')
  return schemas
}

const buildParameters = (schema: z.ZodType, where: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
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

const buildResponse = (description: string, data: z.ZodType): Json => ({
  description,
  content: { 'application/json': { schema: toJsonSchema(buildEnvelope(data), 'output') } },
})

const binarySchema: Json = { type: 'string', format: 'binary' }

function buildRequestBody(e: Endpoint): Json {
  if (e.method === 'GET') return {}
  const schema = toJsonSchema(e.body, 'input') as { properties?: Json }
  if (!e.upload) return { requestBody: { content: { 'application/json': { schema } } } }
  const withFile = { ...schema, properties: { ...schema.properties, file: binarySchema } }
  return { requestBody: { content: { 'multipart/form-data': { schema: withFile } } } }
}

/** Strips the parameters from a media type, since the document lists plain types. */
const parseMediaType = (media: string): string => media.split(';', 1)[0]!

const buildSuccessResponse = (e: Endpoint): Json =>
  e.download
    ? { description: '成功', content: { [parseMediaType(e.download)]: { schema: binarySchema } } }
    : buildResponse('成功', e.data)

/** Lists the requirements of a call other than the token, as sentences. */
function listConditions(e: Endpoint): string[] {
  const conditions: string[] = []
  if (e.access === 'main') conditions.push('Sub-accounts are refused.')
  if (e.access === 'tencent') conditions.push('For accounts that large language models are open to.')
  if (isOperatorAccess(e.access)) conditions.push(`For operators with the role ${accessRoles[e.access].join(' or ')}.`)
  if (e.stepUp)
    conditions.push(
      `Refused with step_up_required unless identity was proved in this session (POST /api/v1/step_up) within the last ${limits.stepUpSeconds / 60} minutes.`,
    )
  if (e.challenged)
    conditions.push(
      `May be refused with challenge_required: solve a challenge of POST /api/v1/captcha/challenge and repeat the call with its answer in the header ${challengeHeader}.`,
    )
  if (e.upload) conditions.push(`The file may have ${e.upload.max_bytes / 1_048_576} MiB at most.`)
  return conditions
}

const buildDescription = (e: Endpoint): string => {
  const conditions = listConditions(e).join(' ')
  return conditions ? `${e.description}\n\n${conditions}` : e.description
}

const buildHeader = (name: string, maxLength: number): Json => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength },
})

const buildOperation = (name: string, tag: string, e: Endpoint): Json => ({
  operationId: name,
  tags: [tag],
  summary: e.summary,
  description: buildDescription(e),
  security: e.access === 'public' ? [] : [{ bearer: [] }],
  parameters: [
    ...buildParameters(e.params, 'path'),
    ...buildParameters(e.query, 'query'),
    ...(e.idempotent ? [buildHeader('Idempotency-Key', 64)] : []),
    ...(e.challenged ? [buildHeader(challengeHeader, 200)] : []),
  ],
  ...buildRequestBody(e),
  responses: {
    200: buildSuccessResponse(e),
    '4XX': buildResponse('请求被拒绝：code 见错误码表', ErrorData.nullable()),
    '5XX': buildResponse('平台出错：code 见错误码表', ErrorData.nullable()),
  },
})

/** Describes the endpoints and `/v1`: what is the same in every deployment of a version. Takes about two seconds. */
export function describeEndpoints(endpoints: readonly NamedEndpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const { name, group, endpoint: e } of endpoints) {
    const path = e.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [e.method.toLowerCase()]: buildOperation(name, group, e) }
  }
  return {
    paths: { ...paths, ...buildLlmPaths(toJsonSchema) },
    components: {
      schemas: collectSchemas(endpoints),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, llm_key: llmSecurity },
    },
  }
}

interface OpenapiHead {
  title: string
  version: string
  /** Base address of the API. */
  origin: string
}

/** Writes the OpenAPI 3.1 document served at `/api/v1/openapi.json`. `described`: the endpoints, as JSON. */
export function writeOpenapi({ title, version, origin }: OpenapiHead, described: string): string {
  const head = {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: origin }],
  }
  return `${JSON.stringify(head).slice(0, -1)},${described.slice(1)}`
}
