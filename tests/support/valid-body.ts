import { z } from 'zod'

interface Schema {
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  default?: unknown
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
}

let texts = 0

/** A new value each time, so that no two rows share a name. */
const text = ({ minLength = 1, maxLength = 20 }: Schema): string =>
  `行${++texts}`.padEnd(minLength, 'x').slice(0, Math.max(minLength, maxLength))

function valid(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return valid(first)
  if (schema.type === 'string') return text(schema)
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return schema.default ?? false
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => valid(schema.items ?? {}))
  const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
  return Object.fromEntries(required.map(([name, inner]) => [name, valid(inner)]))
}

/** Builds a body that a schema accepts. If the JSON schema is not enough, set `.meta({ examples: [...] })` on the field. */
export function buildValidBody<Body extends z.ZodType>(body: Body): z.input<Body> {
  const made = valid(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema)
  body.parse(made)
  return made as z.input<Body>
}
