import type { z } from 'zod'

/** Parts of zod's schemas that describe how they are composed. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  options?: readonly z.ZodType[]
  innerType?: z.ZodType
  in?: z.ZodType
}
const readDefinition = (schema: z.ZodType) => schema.def as unknown as Definition

/** Returns what a wrapper wraps: optional, nullable, default, transformed. */
const findInnerSchema = (schema: z.ZodType): z.ZodType | undefined =>
  readDefinition(schema).innerType ?? readDefinition(schema).in

/** Lists the schemas of a field in a body; a union has one for each of its forms that knows the field. */
function listFieldSchemas(body: z.ZodType, name: string): z.ZodType[] {
  const { shape, options } = readDefinition(body)
  if (options) return options.flatMap((option) => listFieldSchemas(option, name))
  const field = shape?.[name]
  if (field) return [field]
  const inner = findInnerSchema(body)
  return inner ? listFieldSchemas(inner, name) : []
}

/** True if every form of the body that knows this field is accepted with it left empty. */
export const isFieldOptional = (body: z.ZodType, name: string): boolean =>
  listFieldSchemas(body, name).every((field) => [undefined, null, ''].some((empty) => field.safeParse(empty).success))

/** Returns how many characters the field may hold, if that is limited. */
export function findMaxLength(body: z.ZodType, name: string): number | undefined {
  for (let [field] = listFieldSchemas(body, name); field; field = findInnerSchema(field)) {
    const { maxLength } = field as { maxLength?: number | null }
    if (maxLength) return maxLength
  }
  return undefined
}
