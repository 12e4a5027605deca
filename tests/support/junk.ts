import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

type Pick = (below: number) => number
type Schema = Record<string, unknown>

const words = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  '训练',
  '🙂',
  'a'.repeat(300),
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '%',
  '_',
  '\\',
]
const control = [
  'a\u0000b',
  '\u001b[31m',
  '\u202e',
  '\ud800',
  '\udfff',
  '\ufeff',
  '\r\nSet-Cookie: a=b',
  '\u2028',
  'é'.normalize('NFD'),
]
const prototypes = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
const numbers = [0, -0, -1, 1, 1.5, 1e21, -1e308, 2 ** 53, 2 ** 31, 5e-324]
/** Values that pass the rules the schemas cannot express. */
const plausible = [
  '13800138000',
  '20000000000',
  '123456',
  'Gpu#2026rent',
  '11010519491231002X',
  '张三',
  '1.00',
  '12.5',
  'ABC234',
  'alipay',
  'hour',
]

/** Generates mostly valid values of a schema and, with a configurable frequency, anything else. */
export class JunkGenerator {
  readonly #pick: Pick
  /** Existing ids, of this user and of other users. */
  readonly #ids: readonly string[]
  /** Plausible values by field name, so that some calls succeed completely. */
  readonly #sense: Readonly<Record<string, readonly unknown[]>>

  constructor(pick: Pick, ids: readonly string[], sense: Readonly<Record<string, readonly unknown[]>> = {}) {
    this.#pick = pick
    this.#ids = ids
    this.#sense = sense
  }

  one<T>(of: readonly T[]): T {
    return of[this.#pick(of.length)]!
  }
  chance(inHundred: number): boolean {
    return this.#pick(100) < inHundred
  }

  text(): string {
    const kind = this.#pick(6)
    if (kind === 0) return this.one(words)
    if (kind === 1) return this.one(control)
    if (kind === 2) return this.one(prototypes)
    if (kind === 3) return String.fromCodePoint(...Array.from({ length: this.#pick(20) }, () => this.#pick(0x2_ffff)))
    if (kind === 4) return 'x'.repeat(10 ** this.#pick(5))
    return this.one(this.#ids)
  }

  anything(depth = 0): unknown {
    const kind = this.#pick(depth > 3 ? 5 : 8)
    if (kind < 2) return this.text()
    if (kind === 2) return this.one(numbers)
    if (kind === 3) return this.one([true, false])
    if (kind === 4) return null
    if (kind === 5) return Array.from({ length: this.#pick(4) }, () => this.anything(depth + 1))
    if (kind === 6) return this.nested()
    return this.object(Array.from({ length: this.#pick(4) }, () => [this.text(), this.anything(depth + 1)]))
  }

  /** Keys such as `[object Object]` become keys, not prototypes. */
  object(entries: readonly (readonly [string, unknown])[]): object {
    const made: object = {}
    for (const [key, value] of entries)
      Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
    return made
  }

  nested(): unknown {
    let value: unknown = 1
    for (let depth = this.#pick(200); depth > 0; depth -= 1) value = depth % 2 ? [value] : { a: value }
    return value
  }

  /** Generates a value of a JSON schema with occasional errors. */
  of(schema: Schema): unknown {
    if (this.chance(6)) return this.anything()
    const {
      anyOf,
      oneOf,
      enum: allowed,
      const: only,
      type,
      properties,
      items,
    } = schema as {
      anyOf?: Schema[]
      oneOf?: Schema[]
      enum?: unknown[]
      const?: unknown
      type?: string
      properties?: Record<string, Schema>
      items?: Schema
    }
    const choices = anyOf ?? oneOf
    if (choices) return this.of(this.one(choices))
    if (only !== undefined) return only
    if (allowed) return this.one(allowed)
    if (type === 'string') return this.chance(50) ? this.one(plausible) : this.chance(60) ? this.one(this.#ids) : this.text()
    if (type === 'integer' || type === 'number') return this.chance(70) ? 1 + this.#pick(100) : this.one(numbers)
    if (type === 'boolean') return this.chance(50)
    if (type === 'array') return Array.from({ length: this.chance(5) ? 300 : this.#pick(4) }, () => this.of(items ?? {}))
    if (type === 'null') return null
    if (properties) return this.#objectOf(properties)
    return this.anything()
  }

  #objectOf(properties: Record<string, Schema>): object {
    const kept = Object.entries(properties).filter(() => !this.chance(4))
    const entries: [string, unknown][] = kept.map(([key, schema]) => {
      const sense = this.#sense[key]
      return [key, sense && this.chance(75) ? this.one(sense) : this.of(schema)]
    })
    if (this.chance(8)) entries.push([this.chance(50) ? this.one(prototypes) : this.text(), this.anything()])
    return this.object(entries)
  }
}

const schemas = new Map<z.ZodType, Schema>()
const schemaOf = (schema: z.ZodType): Schema => {
  const known = schemas.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
  schemas.set(schema, known)
  return known
}

const brokenBodies = [
  '',
  '{',
  '[',
  '"',
  'null',
  '[]',
  '0',
  '"x"',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '\u0000',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
]
const media = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  'x',
]
const brokenPaths = ['%', '%E0%A4%A', '%00', '..', '%2e%2e%2f', '%ff', 'a'.repeat(250), '%20', '*', ':id', '%F0%9F%99%82']

export interface JunkRequest {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload?: string
}

function queryText(junk: JunkGenerator, value: unknown): string {
  const entries = Object.entries((value ?? {}) as object)
  const pairs = entries.flatMap(([key, one]) =>
    (junk.chance(5) ? [one, one] : [one]).map((single) => [key, wellFormed(single)] as const),
  )
  const text = pairs.map(([key, one]) => `${encodeURIComponent(wellFormed(key))}=${encodeURIComponent(one)}`).join('&')
  return junk.chance(5)
    ? `${text}&${junk.one(['a[b]=1', 'page[]=1', '%', '=', '&&&', '__proto__=1', 'page=%ff', '?', '#'])}`
    : text
}

const wellFormed = (value: unknown): string =>
  String(typeof value === 'object' ? JSON.stringify(value) : value).replace(/\p{Surrogate}/gu, '\ufffd')

const files = [
  '',
  'x',
  '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
  '\u0089PNG\r\n\u001a\n',
  'GIF89a',
  'x'.repeat(9_000),
]

/** Generates a multipart request whose parts, names or end may be wrong. */
function junkForm(junk: JunkGenerator, endpoint: Endpoint, request: JunkRequest): JunkRequest {
  const part = (name: string, text: string, file = '') =>
    `--fuzz\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
  const fields = Object.entries((junk.of(schemaOf(endpoint.body)) ?? {}) as object)
  const parts = fields.map(([name, value]) => part(encodeURIComponent(wellFormed(name)), wellFormed(value)))
  if (junk.chance(90))
    parts.push(part(junk.chance(90) ? 'file' : 'other', junk.one(files), `; filename="${junk.one(['a.png', '../a', '', '图'])}"`))
  request.headers['content-type'] = 'multipart/form-data; boundary=fuzz'
  return { ...request, payload: parts.join('') + (junk.chance(90) ? '--fuzz--\r\n' : '') }
}

/** Generates an invalid call of an endpoint. */
export function buildJunkRequest(junk: JunkGenerator, endpoint: Endpoint): JunkRequest {
  const path = endpoint.path.replace(/:\w+/g, () => {
    if (junk.chance(8)) return junk.one(brokenPaths)
    return encodeURIComponent(wellFormed(junk.of({ type: 'string' })))
  })
  const query = junk.chance(60) ? queryText(junk, junk.of(schemaOf(endpoint.query))) : ''
  const headers: Record<string, string> = { 'user-agent': junk.chance(10) ? 'x'.repeat(2_000) : 'fuzz' }
  if (junk.chance(15)) headers['idempotency-key'] = junk.one(['k1', 'k2', 'k3', 'x'.repeat(100), ' ', 'a b', '\u00e9'])
  const request: JunkRequest = { method: endpoint.method, url: query ? `${path}?${query}` : path, headers }
  if (endpoint.method === 'GET') return request
  if (endpoint.upload && junk.chance(80)) return junkForm(junk, endpoint, request)
  headers['content-type'] = junk.chance(94) ? 'application/json' : junk.one(media)
  return { ...request, payload: junk.chance(94) ? JSON.stringify(junk.of(schemaOf(endpoint.body))) : junk.one(brokenBodies) }
}
