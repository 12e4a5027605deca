import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Keyword, listQuery } from '#contract/list.ts'
import { Id, Name } from '#contract/scalars.ts'
import { defineResource } from '#src/admin/define-resource.ts'

const Gadget = z.object({ id: Id, name: z.string(), colour: z.enum(['red', 'blue']), note: z.string() })
export type Gadget = z.infer<typeof Gadget>

const base = { access: 'user' as const, source: 'decided: for a test' as const }
export const gadgets = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/gadget/list',
    summary: '玩意',
    description: 'Lists the gadgets.',
    query: listQuery(['name'], { keyword: Keyword, colour: Gadget.shape.colour.optional() }),
    data: z.array(Gadget),
    paged: true,
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/gadget/:id',
    summary: '玩意',
    description: 'Returns one gadget.',
    params: z.object({ id: Id }),
    data: Gadget,
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/v1/gadget',
    summary: '新建玩意',
    description: 'Creates a gadget.',
    body: z.object({
      name: Name(10, '名称'),
      colour: Gadget.shape.colour,
      note: z.string().max(20, '备注最多 20 个字').optional(),
    }),
    data: Gadget,
  }),
  polish: endpoint({
    ...base,
    method: 'POST',
    path: '/api/v1/gadget/:id/polish',
    summary: '擦亮',
    description: 'Polishes a gadget.',
    params: z.object({ id: Id }),
    data: Gadget,
  }),
}

const colours = { red: '红', blue: '蓝' }

/** A resource no source file knows: all there is of it stands here. */
export default defineResource({
  name: 'gadgets',
  label: '玩意',
  meaning: '只在测试里存在。',
  path: '/console/gadget',
  nav: { group: 'compute', order: 1, icon: 'info' },
  api: { list: gadgets.list, one: gadgets.get, create: gadgets.create },
  title: (gadget) => gadget.name,
  columns: [
    { field: 'name', title: '名称', below: ({ id }) => <small>{`编号 ${id}`}</small> },
    { field: 'colour', title: '颜色', render: (gadget) => colours[gadget.colour], text: (gadget) => colours[gadget.colour] },
    { field: 'note', title: '备注' },
  ],
  filters: { colour: { label: '颜色', options: colours } },
  search: '搜索玩意',
  form: {
    create: [
      { name: 'name', label: '名称' },
      { name: 'colour', label: '颜色', input: 'radio', options: colours, initial: 'red' },
      { name: 'note', label: '备注', input: 'textarea' },
    ],
  },
  actions: [{ name: 'polish', label: '擦亮', endpoint: gadgets.polish, effect: '表面会更亮，不影响其他。' }],
  bulk: [{ name: 'polish', label: '擦亮', endpoint: gadgets.polish, effect: '逐个擦亮。' }],
})
