type JsonSchema = Readonly<Record<string, unknown>>

/** Below this depth, only the parts that a schema requires are generated. */
const optionalDepth = 6
const maxDepth = 40

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)
const toNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const exampleByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'echo@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function buildText({ format, minLength, maxLength }: JsonSchema, said: string): string {
  const known = typeof format === 'string' ? exampleByFormat[format] : undefined
  if (known !== undefined) return known
  const characters = Array.from(said.padEnd(toNumber(minLength) ?? 0, '-'))
  return characters.slice(0, toNumber(maxLength)).join('')
}

function buildNumber({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema): number {
  const step = toNumber(multipleOf) ?? (type === 'integer' ? 1 : 0)
  const [above, below] = [toNumber(exclusiveMinimum), toNumber(exclusiveMaximum)]
  const least = Math.max(toNumber(minimum) ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY)
  const most = Math.min(toNumber(maximum) ?? Number.POSITIVE_INFINITY, below ?? Number.POSITIVE_INFINITY)
  const fits = (value: number) => value >= least && value <= most && value !== above && value !== below
  if (fits(0)) return 0
  const from = Number.isFinite(least) ? least : most
  if (step > 0) {
    const rounded = (Number.isFinite(least) ? Math.ceil(from / step) : Math.floor(from / step)) * step
    return fits(rounded) ? rounded : rounded + (Number.isFinite(least) ? step : -step)
  }
  if (fits(from)) return from
  return Number.isFinite(least) && Number.isFinite(most) ? (least + most) / 2 : from + (Number.isFinite(least) ? 1 : -1)
}

/**
 * Builds a valid value for a JSON schema, determined only by the schema and `said`; strings are `said` where the schema
 * allows. Supports the schema features of OpenAI's structured outputs, except `pattern`.
 */
export function buildSchemaValue(root: unknown, said: string): unknown {
  const resolved = (schema: JsonSchema): JsonSchema => {
    if (typeof schema.$ref !== 'string') return schema
    const path = schema.$ref.replace(/^#\/?/, '').split('/').filter(Boolean)
    return path.reduce<JsonSchema>(
      (at, name) => {
        const next = at[name.replaceAll('~1', '/').replaceAll('~0', '~')]
        return isSchema(next) ? next : {}
      },
      isSchema(root) ? root : {},
    )
  }
  const objectFor = ({ properties, required }: JsonSchema, depth: number): object => {
    const needed = new Set(Array.isArray(required) ? required.map(String) : [])
    const known = isSchema(properties) ? properties : {}
    const names = Object.keys(known).filter((name) => needed.has(name) || depth < optionalDepth)
    return Object.fromEntries([...names, ...needed].map((name) => [name, value(known[name], depth + 1)]))
  }
  const listFor = ({ items, prefixItems, minItems, maxItems }: JsonSchema, depth: number): unknown[] => {
    const first: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : []
    const wished = Math.max(first.length, depth < optionalDepth ? 1 : 0, toNumber(minItems) ?? 0)
    const length = Math.min(wished, toNumber(maxItems) ?? wished, 1000)
    return Array.from({ length }, (_, nth) => value(first[nth] ?? items, depth + 1))
  }
  const typeOf = ({ type, properties, items }: JsonSchema, depth: number): unknown => {
    if (!Array.isArray(type)) return type ?? (properties ? 'object' : items ? 'array' : 'string')
    return depth >= optionalDepth && type.includes('null') ? 'null' : type[0]
  }
  const value = (given: unknown, depth: number): unknown => {
    if (!isSchema(given) || depth > maxDepth) return given === false || depth > maxDepth ? null : said
    const schema = resolved(given)
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return schema.enum[0]
    const choices = schema.anyOf ?? schema.oneOf
    if (Array.isArray(choices)) {
      const simple = choices.find((choice) => isSchema(choice) && choice.type === 'null')
      return value(depth >= optionalDepth && simple ? simple : choices[0], depth + 1)
    }
    if (Array.isArray(schema.allOf)) return value(mergeSchemas(schema.allOf.filter(isSchema).map(resolved)), depth + 1)
    const type = typeOf(schema, depth)
    if (type === 'object') return objectFor(schema, depth)
    if (type === 'array') return listFor(schema, depth)
    if (type === 'integer' || type === 'number') return buildNumber({ ...schema, type })
    if (type === 'boolean') return true
    return type === 'null' ? null : buildText(schema, said)
  }
  return value(root, 0)
}

/** Merges the constraints of all schemas. */
const mergeSchemas = (schemas: readonly JsonSchema[]): JsonSchema => ({
  ...Object.assign({}, ...schemas),
  properties: Object.assign({}, ...schemas.map(({ properties }) => properties)),
  required: schemas.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
})
