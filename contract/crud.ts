import { z } from 'zod'
import { type CrudKind, type Endpoint, endpoint } from './endpoint.ts'
import { Keyword, listQuery } from './list.ts'
import { isPlainMultiline } from './plain-text.ts'
import { ById, Id, Name, Time } from './scalars.ts'

/** A form field: its label, its form schema and its response schema. */
export interface CrudField<Form extends z.ZodType = z.ZodType, Shown extends z.ZodType = z.ZodType> {
  label: string
  input: 'text' | 'textarea' | 'number' | 'switch' | 'select'
  form: Form
  shown: Shown
  /** Maps the wire value to its label on the screen. */
  options?: Readonly<Record<string, string>>
}

interface TextOptions {
  /** Maximum number of characters. */
  max?: number
  /** The field may be left empty; it is then an empty string. */
  optional?: boolean
  /** Multi-line text. */
  lines?: boolean
}
type TextField<Form extends z.ZodType> = CrudField<Form, z.ZodString>

/** Drops blank lines before and white space after the text; what the first line is indented by stays. */
const trimLines = (text: string): string => text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '')

/** SQL type: `text`. */
export function textField(
  label: string,
  options: TextOptions & { optional: true },
): TextField<z.ZodDefault<z.ZodType<string, string>>>
export function textField(label: string, options?: TextOptions): TextField<z.ZodType<string, string>>
export function textField(label: string, { max = 100, optional = false, lines = false }: TextOptions = {}): TextField<z.ZodType> {
  if (lines) {
    const text = z
      .string({ error: `请输入${label}` })
      .overwrite(trimLines)
      .min(optional ? 0 : 1, `请输入${label}`)
      .max(max, `${label}最多 ${max} 个字`)
      .refine(isPlainMultiline, `${label}不能包含控制字符`)
    return { label, input: 'textarea', form: optional ? text.default('') : text, shown: z.string() }
  }
  const name = Name(max, label)
  return { label, input: 'text', form: optional ? name.or(z.literal('')).default('') : name, shown: z.string() }
}

/** SQL type: `integer`. */
export function integerField(label: string, { min, max }: { min: number; max: number }) {
  const form = z
    .number({ error: `请输入${label}` })
    .int(`${label}须为整数`)
    .min(min, `${label}至少 ${min}`)
    .max(max, `${label}最多 ${max}`)
  return { label, input: 'number', form, shown: z.number().int() } satisfies CrudField
}

/** SQL type: `boolean`. */
export const booleanField = (label: string, initial = false) =>
  ({ label, input: 'switch', form: z.boolean().default(initial), shown: z.boolean() }) satisfies CrudField

/** SQL type: `text`, preferably with a check constraint. Lists can be filtered by it. */
export function choiceField<const Word extends string>(label: string, options: Readonly<Record<Word, string>>) {
  const words = z.enum(Object.keys(options) as [Word, ...Word[]], { error: `请选择${label}` })
  return { label, input: 'select', form: words, shown: words, options } satisfies CrudField
}

type Fields = Readonly<Record<string, CrudField>>
type FormOf<F extends Fields> = z.ZodObject<{ [K in keyof F]: F[K]['form'] }>
type ShownOf<F extends Fields> = z.ZodObject<{ id: typeof Id; created_at: typeof Time } & { [K in keyof F]: F[K]['shown'] }>
type FieldName<F extends Fields> = keyof F & string
type ChoiceFieldName<F extends Fields> = { [K in FieldName<F>]: F[K] extends { options: object } ? K : never }[FieldName<F>]
type FilterShape<F extends Fields, Filter extends FieldName<F>> = {
  [K in Filter]: z.ZodOptional<F[K]['shown']>
} & { keyword: typeof Keyword }
type QueryOf<F extends Fields, Filter extends FieldName<F>> = ReturnType<
  typeof listQuery<readonly [string, ...string[]], FilterShape<F, Filter>>
>

type EmptySchema = z.ZodObject<Record<never, never>>

/** Metadata of a simple user-owned resource: list, create, update and delete, without further rules. */
export interface AnyCrud {
  /** Resource name, such as `bastion_note`. */
  noun: string
  /** Name of the endpoint group, the prefix of endpoint names: `bastion_notes`. */
  group: string
  /** Chinese name, such as 跳板机备注. */
  label: string
  /** Chinese measure word, such as 条. */
  measure: string
  fields: Fields
  /** Fields by which the list can be sorted. */
  sort: readonly string[]
  /** Fields by which the list can be filtered. */
  filters: readonly string[]
  /** Fields in which a keyword is searched. */
  keyword: readonly string[]
  /** Maximum number of rows per owner. */
  max: number
  endpoints: Record<'list' | 'get' | 'create' | 'update' | 'remove', Endpoint>
}

interface CrudDefinition<F extends Fields, Filter extends FieldName<F>> extends AnyCrud {
  fields: F
  filters: readonly Filter[]
  endpoints: {
    list: Endpoint<EmptySchema, QueryOf<F, Filter>, EmptySchema, z.ZodArray<ShownOf<F>>, true>
    get: Endpoint<typeof ById, EmptySchema, EmptySchema, ShownOf<F>, false>
    create: Endpoint<EmptySchema, EmptySchema, FormOf<F>, ShownOf<F>, false>
    update: Endpoint<typeof ById, EmptySchema, FormOf<F>, ShownOf<F>, false>
    remove: Endpoint<typeof ById, EmptySchema, EmptySchema, z.ZodNull, false>
  }
}

const toPascalCase = (noun: string): string => noun.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Declares a user-owned resource: five endpoints under `/api/v1/<noun>`, with Chinese texts for users and English texts for the
 * API description. `server/domains/<floor>/<noun>.crud.ts` serves it; `defineResource({ crud })` shows it.
 */
export function crud<const F extends Fields, const Filter extends ChoiceFieldName<F> = never>(declared: {
  /** Singular name on the wire and in SQL: `bastion_note`. */
  noun: string
  /** Default: `noun` plus "s". */
  plural?: string
  label: string
  measure?: string
  fields: F
  filters?: readonly Filter[]
  /** Sort fields in addition to the creation time. */
  sort?: readonly FieldName<F>[]
  keyword?: readonly FieldName<F>[]
  max: number
  /** `main` excludes sub-accounts. */
  access?: 'user' | 'main'
  source?: Endpoint['source']
}): CrudDefinition<F, Filter> {
  const { noun, plural = `${noun}s`, label, measure = '条', fields, max, access = 'user' } = declared
  const [filters, keyword] = [declared.filters ?? [], declared.keyword ?? []]
  const sort = ['created_at', ...(declared.sort ?? [])] as const satisfies readonly [string, ...string[]]
  const path = `/api/v1/${noun}` as const
  const many = plural.replaceAll('_', ' ')
  const names = Object.keys(fields)
  const shapeOf = (part: 'form' | 'shown') => Object.fromEntries(names.map((name) => [name, fields[name]![part]]))
  // zod cannot infer these types from computed shapes; they are declared above
  const Form = z.object(shapeOf('form')) as unknown as FormOf<F>
  const Shown = z
    .object({ id: Id, ...shapeOf('shown'), created_at: Time })
    .meta({ id: toPascalCase(noun) }) as unknown as ShownOf<F>
  const query = listQuery(sort, {
    ...Object.fromEntries(filters.map((name) => [name, fields[name]!.shown.optional()])),
    ...(keyword.length > 0 && { keyword: Keyword }),
  }) as unknown as QueryOf<F, Filter>

  const owned: CrudKind = `crud:${noun}`
  const ofAll = { access, source: declared.source ?? (`decided: ${many} are the user's own` as const) }
  const ofOne = { ...ofAll, owned, params: ById }
  const searched = keyword.length > 0 ? `; keyword looks in ${keyword.join(', ')}` : ''
  const effect = `at most ${max} of one owner, more are refused with too_many`
  return {
    ...{ noun, group: plural, label, measure, fields, sort, filters, keyword, max },
    endpoints: {
      list: endpoint({
        ...{ ...ofAll, method: 'GET', path: `${path}/list`, query, data: z.array(Shown), paged: true },
        summary: `${label}列表`,
        description: `Lists your ${many}, newest first by default${searched}.`,
      }),
      get: endpoint({
        ...{ ...ofOne, method: 'GET', path: `${path}/:id`, data: Shown },
        summary: `${label}详情`,
        description: `Returns one of your ${many}.`,
      }),
      create: endpoint({
        ...{ ...ofAll, method: 'POST', path, body: Form, data: Shown, idempotent: true },
        summary: `新建${label}`,
        message: `${label}已保存`,
        description: `Creates one of your ${many}; ${effect}.`,
      }),
      update: endpoint({
        ...{ ...ofOne, method: 'PUT', path: `${path}/:id`, body: Form, data: Shown },
        summary: `修改${label}`,
        message: `${label}已保存`,
        description: `Replaces all fields of one of your ${many}.`,
      }),
      remove: endpoint({
        ...{ ...ofOne, method: 'DELETE', path: `${path}/:id`, data: z.null() },
        summary: `删除${label}`,
        message: `${label}已删除`,
        description: `Deletes one of your ${many} for good.`,
      }),
    },
  }
}
