import type { AnyCrud, CrudField } from '#contract/crud.ts'
import type { Column } from './columns.tsx'
import type { CrudResource, Resource, ResourceField } from './resource.ts'
import type { Row } from './row-types.ts'

const buildColumn = ([field, { label: title, input, options }]: [string, CrudField]): Column<Row> => {
  if (options) return { field, title, type: 'word', words: options }
  if (input === 'number') return { field, title, type: 'count' }
  if (input === 'textarea') return { field, title, type: 'lines' }
  return input === 'switch' ? { field, title, type: 'yesNo' } : { field, title }
}

/** Joins names in Chinese: 名称、主机或备注. */
const formatAlternatives = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join('、')}或${names.at(-1)}` : names.join('')

const createdAtColumn: Column<Row> = { field: 'created_at', title: '创建时间', type: 'time' }

const buildField = ([name, { label, input, options }]: [string, CrudField]): ResourceField => ({
  ...{ name, label, input },
  ...(options && { options }),
  ...(input === 'switch' && { initial: false }),
})

/** Completes a `crud()` resource: derives missing endpoints, texts, columns, filters and forms from the fields. */
export function buildCrudResource({ crud, ...declared }: CrudResource<AnyCrud>): Resource {
  const { noun, group, label, measure, fields, endpoints } = crud
  const { list, get: one, create, update, remove } = endpoints
  const all = Object.entries(fields)
  const [title = 'id'] = Object.keys(fields)
  const isLong = ([, { input }]: [string, CrudField]) => input === 'textarea'
  const keywordLabels = crud.keyword.map((name) => fields[name]!.label)
  const inputs = all.map(buildField)
  return {
    ...{ name: group.replaceAll('_', '-'), label, measure },
    path: `/console/${noun.replaceAll('_', '-')}`,
    api: { list, one, create, update, remove },
    title: (row) => String(row[title]),
    columns: [...all.filter((entry) => !isLong(entry)).map(buildColumn), createdAtColumn],
    details: all.filter(isLong).map(buildColumn),
    // a file shows every field, long ones as well
    sheet: async () => ({ default: [...all.map(buildColumn), createdAtColumn] }),
    filters: Object.fromEntries(
      crud.filters.map((name) => [name, { label: fields[name]!.label, options: fields[name]!.options! }]),
    ),
    ...(crud.keyword.length > 0 && { search: `搜索${formatAlternatives(keywordLabels)}` }),
    form: { create: inputs, update: inputs },
    remove: { effect: '删除后不能恢复。' },
    empty: { title: `还没有${label}`, hint: `新建的${label}会列在这里。` },
    // the declaration is typed by the noun's row, which `Row` stands for here
    ...(declared as Partial<Resource>),
  }
}
