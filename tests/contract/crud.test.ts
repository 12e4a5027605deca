import { describe, expect, it } from 'vitest'
import { booleanField, choiceField, crud, integerField, textField } from '#contract/crud.ts'
import { assertUniqueNouns } from '#server/crud-nouns.ts'
import { formatCell } from '#src/admin/columns.tsx'
import { buildCrudResource } from '#src/admin/crud-resource.ts'

const shelves = crud({
  noun: 'book_shelf',
  plural: 'book_shelves',
  label: '书架',
  measure: '个',
  fields: {
    name: textField('名称', { max: 10 }),
    place: choiceField('位置', { hall: '大厅', cellar: '地下室' }),
    boards: integerField('层数', { min: 1, max: 9 }),
    locked: booleanField('上锁'),
    remark: textField('备注', { optional: true, lines: true }),
  },
  filters: ['place'],
  sort: ['name'],
  keyword: ['name', 'remark'],
  max: 3,
})
const { list, get, create, update, remove } = shelves.endpoints
const shelf = { name: '甲', place: 'hall', boards: 4 }
const refusalOf = (body: object) => create.body.safeParse(body).error?.issues.map(({ message }) => message)

describe('A noun of crud()', () => {
  it('has five endpoints at addresses of its own', () => {
    expect([list, get, create, update, remove].map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/book_shelf/list',
      'GET /api/v1/book_shelf/:id',
      'POST /api/v1/book_shelf',
      'PUT /api/v1/book_shelf/:id',
      'DELETE /api/v1/book_shelf/:id',
    ])
    expect([get, update, remove].map(({ owned }) => owned)).toEqual(Array(3).fill('crud:book_shelf'))
  })

  it('says in Chinese and in English what each does', () => {
    expect([create.summary, create.message]).toEqual(['新建书架', '书架已保存'])
    expect(create.description).toBe('Creates one of your book shelves; at most 3 of one owner, more are refused with too_many.')
    expect(list.description).toBe('Lists your book shelves, newest first by default; keyword looks in name, remark.')
  })

  it('takes what its fields allow, and says in Chinese what they do not', () => {
    expect(create.body.parse(shelf)).toEqual({ ...shelf, locked: false, remark: '' })
    expect(refusalOf({ ...shelf, name: ' ' })).toEqual(['请输入名称'])
    expect(refusalOf({ ...shelf, name: '一二三四五六七八九十一' })).toEqual(['名称最多 10 个字'])
    expect(refusalOf({ ...shelf, place: 'roof' })).toEqual(['请选择位置'])
    expect(refusalOf({ ...shelf, boards: 10 })).toEqual(['层数最多 9'])
    expect(refusalOf({ ...shelf, remark: '一行\n\u0000' })).toEqual(['备注不能包含控制字符'])
    expect(create.body.parse({ ...shelf, remark: '一行\n又一行' }).remark).toBe('一行\n又一行')
  })

  it('keeps what the first of several lines is indented by', () => {
    expect(create.body.parse({ ...shelf, remark: ' \n\n  一行\n又一行 \n\n' }).remark).toBe('  一行\n又一行')
    expect(create.body.parse({ ...shelf, remark: ' \n ' }).remark).toBe('')
  })

  it('lists by the sort, filters and keyword it names, and no others', () => {
    expect(list.query.parse({ sort: 'name', place: 'cellar', keyword: '甲' })).toMatchObject({ sort: 'name', place: 'cellar' })
    expect(list.query.safeParse({ sort: 'boards' }).success).toBe(false)
    expect(list.query.safeParse({ place: 'roof' }).success).toBe(false)
  })

  it('may not have a name or an address that is there already', () => {
    const noun = (crud: typeof shelves, file: string) => ({ crud, table: 'views' as const, mount: () => undefined, file })
    const again = noun(shelves, 'b.crud.ts')
    expect(() => assertUniqueNouns([noun(shelves, 'a.crud.ts')])).not.toThrow()
    expect(() => assertUniqueNouns([noun(shelves, 'a.crud.ts'), again])).toThrow(
      'b.crud.ts declares book_shelves.list, which is there already: see a.crud.ts',
    )
    const view = crud({ noun: 'view', plural: 'sights', label: '视图', fields: { name: textField('名称') }, max: 1 })
    expect(() => assertUniqueNouns([{ ...again, crud: view as never }])).toThrow('GET /api/v1/view/list')
  })

  it('exports every field, and names several to search in', async () => {
    const three = crud({ ...{ noun: 'box', label: '箱', max: 1 }, fields: shelves.fields, keyword: ['name', 'place', 'remark'] })
    const { search, sheet } = buildCrudResource({ crud: three })
    expect(search).toBe('搜索名称、位置或备注')
    const { default: columns } = await sheet!()
    expect(columns.map(({ title }) => title)).toEqual(['名称', '位置', '层数', '上锁', '备注', '创建时间'])
  })

  it('is a resource of the console by itself', () => {
    const resource = buildCrudResource({ crud: shelves, meaning: '放书的' })
    expect(resource).toMatchObject({ name: 'book-shelves', label: '书架', path: '/console/book-shelf', meaning: '放书的' })
    expect(resource.columns.map(({ title }) => title)).toEqual(['名称', '位置', '层数', '上锁', '创建时间'])
    const row = { id: 's-1', ...shelf, locked: true, remark: '', created_at: '2026-11-21T06:05:00.000Z' }
    expect(resource.title(row)).toBe('甲')
    expect(resource.columns.map((column) => formatCell(column, row))).toEqual(['甲', '大厅', '4', '是', '2026-11-21 14:05:00'])
    expect(resource.filters).toEqual({ place: { label: '位置', options: { hall: '大厅', cellar: '地下室' } } })
    expect(resource.search).toBe('搜索名称或备注')
    expect(resource.form?.create?.map(({ input }) => input)).toEqual(['text', 'select', 'number', 'switch', 'textarea'])
  })
})
