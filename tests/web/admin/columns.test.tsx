import { resources } from 'virtual:resources/console'
import { resources as operatorResources } from 'virtual:resources/operator'
import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Column, type ColumnType, findColumnAlign, formatCell, renderCell } from '#src/admin/columns.tsx'
import type { Row } from '#src/admin/row-types.ts'
import { formatTime } from '#src/ui/format-time.ts'

const at = '2026-11-23T16:05:09.000Z' // the next day in Shanghai
const row: Row = { id: 'r-1', at, money: '-1234.50', state: 'on', key: 'ssh-ed25519 AAAA', size: 1536, count: 3, shared: false }

const shownText = (column: Column<Row>, of = row) => {
  const { container, unmount } = render(<MemoryRouter>{renderCell(column, of)}</MemoryRouter>)
  const seen = { text: container.textContent, tags: [...container.querySelectorAll('*')].map(({ localName }) => localName) }
  unmount()
  return seen
}

const states = { words: { on: '已上线', off: '已下线' } }
const looks = { on: { tone: 'success', icon: 'check' }, off: { tone: 'neutral', icon: 'close' } } as const

describe('The type of a column says how it is shown, exported and aligned', () => {
  const types: Record<ColumnType, { column: Column<Row>; shown: string; drawn?: string; text: string; align?: 'end' }> = {
    time: {
      column: { field: 'at', title: '时间', type: 'time' },
      ...{ shown: '2026-11-24 00:05', drawn: 'time', text: '2026-11-24 00:05:09' },
    },
    yuan: {
      column: { field: 'money', title: '金额（元）', type: 'yuan' },
      ...{ shown: '−1,234.50', drawn: 'span', text: '-1234.50', align: 'end' },
    },
    word: { column: { field: 'state', title: '类型', type: 'word', ...states }, shown: '已上线', text: '已上线' },
    status: {
      column: { field: 'state', title: '状态', type: 'status', ...states, looks },
      ...{ shown: '已上线', drawn: 'svg', text: '已上线' },
    },
    copy: {
      column: { field: 'key', title: '公钥', type: 'copy', label: '复制公钥' },
      ...{ shown: 'ssh-ed25519 AAAA', drawn: 'button', text: 'ssh-ed25519 AAAA' },
    },
    link: {
      column: { field: 'key', title: '用户', type: 'link', to: ({ id }) => `/user/${id}` },
      ...{ shown: 'ssh-ed25519 AAAA', drawn: 'a', text: 'ssh-ed25519 AAAA' },
    },
    bytes: { column: { field: 'size', title: '大小', type: 'bytes' }, shown: '1.5 KB', text: '1536', align: 'end' },
    count: {
      column: { field: 'count', title: '实例', type: 'count', measure: '台' },
      ...{ shown: '3 台', text: '3 台', align: 'end' },
    },
    yesNo: { column: { field: 'shared', title: '公开', type: 'yesNo' }, shown: '否', text: '否' },
    lines: { column: { field: 'key', title: '备注', type: 'lines' }, shown: 'ssh-ed25519 AAAA', text: 'ssh-ed25519 AAAA' },
  }

  it.each(Object.entries(types))('%s', (_, { column, shown, drawn, text, align }) => {
    const seen = shownText(column)
    expect(seen.text).toBe(shown)
    expect(formatCell(column, row)).toBe(text)
    expect(findColumnAlign(column)).toBe(align)
    if (drawn) expect(seen.tags).toContain(drawn)
  })

  it.each(Object.entries(types))('%s without a value is a dash, and nothing in an export', (_, { column }) => {
    for (const value of [null, undefined, '']) {
      const empty = { ...row, [column.field]: value }
      expect(shownText(column, empty).text).toBe('—')
      expect(formatCell(column, empty)).toBe('')
    }
  })

  it('says what stands for no value, on the screen and in an export', () => {
    const columns: Column<Row>[] = [
      { field: 'used_at', title: '最近使用', type: 'time', none: '还没有用过' },
      { field: 'most', title: '最高价', type: 'yuan', none: '不限' },
    ]
    expect(columns.map((column) => shownText(column).text)).toEqual(['还没有用过', '不限'])
    expect(columns.map((column) => formatCell(column, row))).toEqual(['还没有用过', '不限'])
  })

  it('a state this build does not know is shown as it is', () => {
    const column: Column<Row> = { field: 'state', title: '状态', type: 'status', ...states, looks }
    expect(shownText(column, { ...row, state: 'resting' }).text).toBe('resting')
  })

  it('a link that leads nowhere is text', () => {
    expect(shownText({ field: 'key', title: '用户', type: 'link', to: () => null }).tags).not.toContain('a')
  })
})

interface Mail {
  id: string
  sent_at: string | null
  state: 'sent' | 'lost'
  to: { name: string }
  read: boolean
}

describe('A column that could not be exported is no column', () => {
  it.each([
    // @ts-expect-error what is drawn has a text too
    { field: 'sent_at', title: '时间', render: () => null },
    // @ts-expect-error an object is no text
    { field: 'to', title: '收件人' },
    // @ts-expect-error `true` is no text
    { field: 'read', title: '已读' },
    // @ts-expect-error a type says the text by itself
    { field: 'sent_at', title: '时间', type: 'time', text: () => '' },
    // @ts-expect-error no time without saying which
    { field: 'to', title: '时间', type: 'time' },
    // @ts-expect-error a word for each state
    { field: 'state', title: '状态', type: 'word', words: { sent: '已发送' } },
  ] satisfies Column<Mail>[])('%o', (column) => expect(column.title).not.toBe(''))
})

/** What the wire says of a field of an endpoint's rows. */
function fieldOf({ data }: Endpoint, field: string) {
  const json = z.toJSONSchema(data, { io: 'output', unrepresentable: 'any', reused: 'inline' })
  const named = (schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema =>
    schema.$ref ? (json.$defs?.[schema.$ref.replace('#/$defs/', '')] as z.core.JSONSchema.BaseSchema) : schema
  const each = (schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema[] => {
    const { anyOf, oneOf, allOf } = named(schema)
    const parts = anyOf ?? oneOf ?? allOf
    return parts ? parts.flatMap((part) => each(part as z.core.JSONSchema.BaseSchema)) : [named(schema)]
  }
  const rows = each(json).flatMap((schema) => (schema.items ? each(schema.items as z.core.JSONSchema.BaseSchema) : [schema]))
  return rows.flatMap(({ properties }) => (properties?.[field] ? each(properties[field] as z.core.JSONSchema.BaseSchema) : []))
}

describe('Every column of every resource has an export text, and no time is exported as the wire has it', () => {
  const all = [...resources, ...operatorResources].map((entry) => [entry.name, entry] as const)

  it('of all there are', () => expect(all.length).toBeGreaterThan(60))

  it.each(all)('%s', async (_, entry) => {
    const { api, columns, details = [], sheet } = await entry.load()
    const written = [
      ...[...columns, ...((await sheet?.())?.default ?? [])].map((column) => ({ column, from: api.list })),
      ...details.map((column) => ({ column, from: api.one ?? api.list })),
    ]
    for (const { column, from } of written) {
      if (column.type === 'time') {
        const of = { id: 'r-1', [column.field]: at }
        if (!column.value) expect(formatCell(column, of)).toBe('2026-11-24 00:05:09')
        if (!column.value) expect(shownText(column, of).text).toBe(formatTime(at))
      }
      if (column.type || column.text) continue
      const kinds = fieldOf(from, column.field)
      expect(kinds, `${column.title} is no field of ${from.path}`).not.toEqual([])
      for (const { type, format } of kinds) {
        for (const one of [type].flat()) expect(['string', 'number', 'integer', 'null'], column.title).toContain(one)
        expect(format, `${column.title} is a time and not typed so`).not.toBe('date-time')
      }
    }
  })
})
